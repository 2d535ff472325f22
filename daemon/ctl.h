/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_H
#define BOARDD_CTL_H

/*
 * The commands of boardctl. Each gets its own words, its name first, and
 * returns an exit status: 0 done, 1 something it was given is bad or cannot be
 * read, 2 it was called wrongly.
 */
enum { CTL_DONE = 0, CTL_BAD_INPUT = 1, CTL_BAD_CALL = 2 };

int ctl_decode(int argc, char **argv);
int ctl_doctor(int argc, char **argv);
int ctl_perft(int argc, char **argv);
int ctl_pgn(int argc, char **argv);
int ctl_record(int argc, char **argv);
int ctl_replay(int argc, char **argv);
int ctl_scenarios(int argc, char **argv);

extern const char ctl_decode_help[];
extern const char ctl_doctor_help[];
extern const char ctl_perft_help[];
extern const char ctl_pgn_help[];
extern const char ctl_record_help[];
extern const char ctl_replay_help[];
extern const char ctl_scenarios_help[];

/* One line on standard error, "boardctl: " before it; returns status. */
int ctl_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* After getopt_long() said '?' or ':': which word was wrong. Returns CTL_BAD_CALL. */
int ctl_bad_option(int said, char **argv);

#endif
