/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_BLUEZ_H
#define BOARDD_TESTS_BLUEZ_H

/*
 * A bus of this test's own, and on it BlueZ as fake_bluez plays it. The bus is where
 * every program that this one starts, and this one, looks for the system's.
 */

void bus_begin(void);
void bus_end(void);

/* With these devices: see fake_bluez.c. The last is NULL. */
void bluez_begin(const char *const devices[]);

/* BlueZ is gone, as after kill -9. */
void bluez_end(void);

/* One line of words for it. */
void bluez_do(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
