/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/login.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "daemon/base/log.h"
#include "daemon/base/sha256.h"
#include "daemon/journal/reader.h"

#define SECRET_BYTES 32
#define INVITED_MS   (10ull * 60 * 1000)
#define LENT_MS      (2ull * 60 * 1000)
#define SESSION_MS   (14ull * 24 * 3600 * 1000)
#define ENTRIES_MAX  1024
#define PINS_MAX     8 /* open at a time: a guess meets few */
#define PIN_TRIES    5

struct entry {
	char name[NAME_BYTES_MAX];
	char hash[SHA256_TEXT_MAX];     /* of the secret */
	char by[NAME_BYTES_MAX];        /* of an invitation: the person who gave it; empty: none */
	char pin_hash[SHA256_TEXT_MAX]; /* of an invitation that has one, else empty */
	unsigned wrong;                 /* PINs that were tried while this one was open */
	uint64_t at_ms, until_ms;
	uint64_t session; /* from 1 */
	bool is_invitation;
};

struct login {
	struct server *server;
	uint64_t sessions; /* numbered so far */
	bool is_claimed;   /* somebody has logged in before, or that is not known */
	void (*ended)(void *data);
	void *data;
	size_t count;
	struct entry entries[ENTRIES_MAX];
};

static uint64_t now_of(const struct login *login)
{
	return moment_now(&login->server->publish.moment);
}

static int hex_random(char ret[LOGIN_SECRET_MAX])
{
	uint8_t bytes[SECRET_BYTES];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return -EIO;
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(ret + 2 * i, 3, "%02x", bytes[i]);
	return 0;
}

static void hash_of(const char *secret, char ret[SHA256_TEXT_MAX])
{
	struct sha256 sum;

	sha256_init(&sum);
	sha256_feed(&sum, secret, strlen(secret));
	sha256_finish_text(&sum, ret);
}

static void drop(struct login *login, size_t i)
{
	login->entries[i] = login->entries[--login->count];
}

static void drop_old(struct login *login)
{
	for (size_t i = login->count; i-- > 0;)
		if (login->entries[i].until_ms <= now_of(login))
			drop(login, i);
}

/* Where many are invited and none comes, the one that would end first goes. */
static struct entry *new_entry(struct login *login)
{
	size_t first = 0;

	drop_old(login);
	if (login->count == ENTRIES_MAX) {
		for (size_t i = 1; i < login->count; i++)
			if (login->entries[i].until_ms < login->entries[first].until_ms)
				first = i;
		drop(login, first);
	}
	return &login->entries[login->count++];
}

/* invited_ms: so long the invitation is good; 0: it is a session. */
static int add(struct login *login, const char *name, uint64_t invited_ms,
	       char ret_secret[LOGIN_SECRET_MAX])
{
	struct entry *entry;
	int r = hex_random(ret_secret);

	if (r < 0)
		return r;
	entry = new_entry(login);
	*entry = (struct entry){.is_invitation = invited_ms > 0,
				.session = ++login->sessions,
				.at_ms = now_of(login),
				.until_ms =
					now_of(login) + (invited_ms > 0 ? invited_ms : SESSION_MS)};
	snprintf(entry->name, sizeof(entry->name), "%s", name);
	hash_of(ret_secret, entry->hash);
	return 0;
}

static struct entry *find(struct login *login, const char *secret, bool is_invitation)
{
	char hash[SHA256_TEXT_MAX];

	if (strlen(secret) != LOGIN_SECRET_MAX - 1)
		return NULL;
	drop_old(login);
	/* Hashes are compared, so the time it takes tells nothing about the secret. */
	hash_of(secret, hash);
	for (size_t i = 0; i < login->count; i++)
		if (login->entries[i].is_invitation == is_invitation &&
		    strcmp(login->entries[i].hash, hash) == 0)
			return &login->entries[i];
	return NULL;
}

static int take(void *data, const struct journal_login *from)
{
	struct login *login = data;
	struct entry *entry;

	if (login->count == ENTRIES_MAX)
		return 0;
	entry = &login->entries[login->count++];
	*entry = (struct entry){.at_ms = from->at_ms,
				.until_ms = from->until_ms > 0 ? from->until_ms : UINT64_MAX,
				.session = ++login->sessions};
	snprintf(entry->name, sizeof(entry->name), "%s", from->name);
	snprintf(entry->hash, sizeof(entry->hash), "%s", from->token);
	return 0;
}

int login_new(struct login **ret, struct server *server)
{
	struct login *login = calloc(1, sizeof(*login));
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (!login)
		return -ENOMEM;
	login->server = server;
	login->is_claimed = true; /* who cannot be asked has not said that nobody came */
	if (journal_reader_open(&reader, server->publish.journal_path, &fault) == 0) {
		(void)journal_read_logins(reader, now_of(login), take, login);
		login->is_claimed = journal_has_logins(reader) != 0;
	}
	journal_reader_close(reader);
	*ret = login;
	return 0;
}

void login_free(struct login *login)
{
	free(login);
}

int login_invite(struct login *login, const char *name, char ret_link[LOGIN_LINK_MAX],
		 char ret_why[LOGIN_WHY_MAX])
{
	char secret[LOGIN_SECRET_MAX];
	const char *fault = name_fault(name);

	if (fault) {
		snprintf(ret_why, LOGIN_WHY_MAX, "%s", fault);
		return -EINVAL;
	}
	if (add(login, name, INVITED_MS, secret) < 0) {
		snprintf(ret_why, LOGIN_WHY_MAX, "the system gives no random numbers");
		return -EINVAL;
	}
	snprintf(ret_link, LOGIN_LINK_MAX, "%s#login=%s", login->server->address, secret);
	return 0;
}

/* --- by a PIN --- */

/* A new PIN takes the place of the person's last, and where many are open of the oldest. */
static void drop_pins_before(struct login *login, const char *name)
{
	size_t count = 0, oldest = ENTRIES_MAX;

	for (size_t i = login->count; i-- > 0;)
		if (login->entries[i].pin_hash[0] != '\0' &&
		    strcmp(login->entries[i].name, name) == 0)
			drop(login, i);
	for (size_t i = 0; i < login->count; i++) {
		if (login->entries[i].pin_hash[0] == '\0')
			continue;
		count++;
		if (oldest == ENTRIES_MAX || login->entries[i].at_ms < login->entries[oldest].at_ms)
			oldest = i;
	}
	if (count >= PINS_MAX)
		drop(login, oldest);
}

/* Every PIN is as likely as another: numbers of the last, shorter million are not taken. */
static int random_pin(char ret[LOGIN_PIN_MAX])
{
	uint32_t number;

	do {
		if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
			return -EIO;
	} while (number >= UINT32_MAX / 1000000 * 1000000);
	snprintf(ret, LOGIN_PIN_MAX, "%06u", (unsigned)(number % 1000000));
	return 0;
}

int login_lend(struct login *login, const char *by, const char *name, struct login_lent *ret,
	       char ret_why[LOGIN_WHY_MAX])
{
	const char *fault = name_fault(name);
	struct entry *entry;

	if (fault) {
		snprintf(ret_why, LOGIN_WHY_MAX, "%s", fault);
		return -EINVAL;
	}
	drop_old(login);
	drop_pins_before(login, name);
	if (random_pin(ret->pin) < 0 || add(login, name, LENT_MS, ret->secret) < 0) {
		snprintf(ret_why, LOGIN_WHY_MAX, "the system gives no random numbers");
		return -EINVAL;
	}
	entry = &login->entries[login->count - 1];
	hash_of(ret->pin, entry->pin_hash);
	snprintf(entry->by, sizeof(entry->by), "%s", by);
	ret->seconds = LENT_MS / 1000;
	return 0;
}

/* A wrong PIN counts against all that are open: nobody can say which one was meant. */
static struct entry *find_pin(struct login *login, const char *pin)
{
	char hash[SHA256_TEXT_MAX];

	drop_old(login);
	hash_of(pin, hash);
	for (size_t i = 0; i < login->count; i++)
		if (login->entries[i].pin_hash[0] != '\0' &&
		    strcmp(login->entries[i].pin_hash, hash) == 0)
			return &login->entries[i];
	for (size_t i = login->count; i-- > 0;)
		if (login->entries[i].pin_hash[0] != '\0' && ++login->entries[i].wrong >= PIN_TRIES)
			drop(login, i);
	return NULL;
}

/* --- sessions --- */

static bool open_session(struct login *login, const char *name, char ret_secret[LOGIN_SECRET_MAX])
{
	struct journal_login row;
	struct entry *entry;

	if (add(login, name, 0, ret_secret) < 0)
		return false;
	entry = &login->entries[login->count - 1];
	row = (struct journal_login){.name = entry->name,
				     .token = entry->hash,
				     .at_ms = entry->at_ms,
				     .until_ms = entry->until_ms};
	if (journal_put_login(login->server->publish.journal, &row) == 0) {
		login->is_claimed = true;
		return true;
	}
	drop(login, login->count - 1); /* a session that would not outlive us is none */
	return false;
}

static bool accept_entry(struct login *login, struct entry *entry,
			 char ret_secret[LOGIN_SECRET_MAX])
{
	char name[NAME_BYTES_MAX];

	if (!entry)
		return false;
	memcpy(name, entry->name, sizeof(name));
	drop(login, (size_t)(entry - login->entries));
	return open_session(login, name, ret_secret);
}

bool login_accept(struct login *login, const char *invitation, char ret_secret[LOGIN_SECRET_MAX])
{
	return accept_entry(login, find(login, invitation, true), ret_secret);
}

bool login_accept_pin(struct login *login, const char *pin, char ret_secret[LOGIN_SECRET_MAX])
{
	return accept_entry(login, find_pin(login, pin), ret_secret);
}

bool login_may_claim(const struct login *login)
{
	return !login->is_claimed && login->server->publish.config.http.claim;
}

int login_claim(struct login *login, const char *name, char ret_secret[LOGIN_SECRET_MAX],
		char ret_why[LOGIN_WHY_MAX])
{
	const char *fault = name_fault(name);

	if (!login_may_claim(login)) {
		snprintf(ret_why, LOGIN_WHY_MAX,
			 "somebody has logged in here before: ask for a PIN or a link");
		return -EPERM;
	}
	if (fault) {
		snprintf(ret_why, LOGIN_WHY_MAX, "%s", fault);
		return -EINVAL;
	}
	if (!open_session(login, name, ret_secret)) {
		snprintf(ret_why, LOGIN_WHY_MAX, "the journal can take no more");
		return -EIO;
	}
	log_notice("login: %s has claimed the first name, on this machine", name);
	return 0;
}

void login_people(struct login *login, login_taker *taker, void *data)
{
	uint64_t now_ms = now_of(login);

	drop_old(login);
	for (size_t i = 0; i < login->count; i++)
		if (!login->entries[i].is_invitation)
			taker(data, login->entries[i].name,
			      now_ms > login->entries[i].at_ms ? now_ms - login->entries[i].at_ms
							       : 0);
}

const char *login_who(struct login *login, const char *secret)
{
	struct entry *entry = find(login, secret, false);

	return entry ? entry->name : NULL;
}

uint64_t login_session(struct login *login, const char *secret)
{
	struct entry *entry = find(login, secret, false);

	return entry ? entry->session : 0;
}

bool login_is_open(struct login *login, uint64_t session)
{
	drop_old(login);
	for (size_t i = 0; i < login->count; i++)
		if (login->entries[i].session == session && !login->entries[i].is_invitation)
			return true;
	return false;
}

void login_listen(struct login *login, void (*ended)(void *data), void *data)
{
	login->ended = ended;
	login->data = data;
}

int login_revoke(struct login *login, const char *name)
{
	bool was_there = false;
	int r = 0;

	for (size_t i = login->count; i-- > 0;) {
		bool is_own = strcmp(login->entries[i].name, name) == 0;

		/* With the person goes what the person gave others and nobody has used. */
		if (is_own || strcmp(login->entries[i].by, name) == 0)
			drop(login, i);
		was_there |= is_own;
	}
	if (was_there)
		r = journal_put_logout(login->server->publish.journal, name, now_of(login));
	if (was_there && login->ended)
		login->ended(login->data);
	return r < 0 ? r : was_there;
}
