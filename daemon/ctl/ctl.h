/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_H
#define BOARDD_CTL_H

#include <stdio.h>

/*
 * The commands of boardctl. Each gets its own words, its name first, and
 * returns an exit status: 0 done, 1 something it was given is bad or cannot be
 * read, or the daemon refused or is not there, 2 it was called wrongly.
 */
enum { CTL_DONE = 0, CTL_BAD_INPUT = 1, CTL_BAD_CALL = 2 };

int ctl_act(int argc, char **argv);
int ctl_announce(int argc, char **argv);
int ctl_assign(int argc, char **argv);
int ctl_backup(int argc, char **argv);
int ctl_bluetooth(int argc, char **argv);
int ctl_boards(int argc, char **argv);
int ctl_decode(int argc, char **argv);
int ctl_doctor(int argc, char **argv);
int ctl_export(int argc, char **argv);
int ctl_forget(int argc, char **argv);
int ctl_game(int argc, char **argv);
int ctl_hub(int argc, char **argv);
int ctl_login(int argc, char **argv);
int ctl_logout(int argc, char **argv);
int ctl_verify(int argc, char **argv);
int ctl_perft(int argc, char **argv);
int ctl_pgn(int argc, char **argv);
int ctl_record(int argc, char **argv);
int ctl_replay(int argc, char **argv);
int ctl_report(int argc, char **argv);
int ctl_restore(int argc, char **argv);
int ctl_round(int argc, char **argv);
int ctl_scenarios(int argc, char **argv);
int ctl_status(int argc, char **argv);
int ctl_watch(int argc, char **argv);
int ctl_winnable(int argc, char **argv);

extern const char ctl_act_help[];
extern const char ctl_announce_help[];
extern const char ctl_assign_help[];
extern const char ctl_backup_help[];
extern const char ctl_bluetooth_help[];
extern const char ctl_boards_help[];
extern const char ctl_decode_help[];
extern const char ctl_doctor_help[];
extern const char ctl_export_help[];
extern const char ctl_forget_help[];
extern const char ctl_game_help[];
extern const char ctl_hub_help[];
extern const char ctl_login_help[];
extern const char ctl_verify_help[];
extern const char ctl_logout_help[];
extern const char ctl_perft_help[];
extern const char ctl_pgn_help[];
extern const char ctl_record_help[];
extern const char ctl_replay_help[];
extern const char ctl_report_help[];
extern const char ctl_restore_help[];
extern const char ctl_round_help[];
extern const char ctl_scenarios_help[];
extern const char ctl_status_help[];
extern const char ctl_watch_help[];
extern const char ctl_winnable_help[];

/* One line on standard error, "boardctl: " before it; returns status. */
int ctl_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A whole file, of which ferror() tells whether it is all. To be freed; NULL: no memory. */
char *ctl_read_all(FILE *file, size_t *ret_len);

/* After getopt_long() said '?' or ':': which word was wrong. Returns CTL_BAD_CALL. */
int ctl_bad_option(int said, char **argv);

#endif
