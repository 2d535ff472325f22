/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/login.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/reader.h"

#define SECRET_BYTES 32
#define INVITED_MS   (10ull * 60 * 1000)
#define SESSION_MS   (14ull * 24 * 3600 * 1000)
#define ENTRIES_MAX  1024

struct entry {
	char name[NAME_BYTES_MAX];
	char hash[SHA256_TEXT_MAX]; /* of the secret */
	uint64_t until_ms;
	uint64_t session; /* from 1 */
	bool is_invitation;
};

struct login {
	struct server *server;
	uint64_t sessions; /* numbered so far */
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

static int add(struct login *login, const char *name, bool is_invitation,
	       char ret_secret[LOGIN_SECRET_MAX])
{
	struct entry *entry;
	int r = hex_random(ret_secret);

	if (r < 0)
		return r;
	entry = new_entry(login);
	*entry = (struct entry){.is_invitation = is_invitation,
				.session = ++login->sessions,
				.until_ms =
					now_of(login) + (is_invitation ? INVITED_MS : SESSION_MS)};
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
	*entry = (struct entry){.until_ms = from->until_ms > 0 ? from->until_ms : UINT64_MAX,
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
	if (journal_reader_open(&reader, server->publish.journal_path, &fault) == 0)
		(void)journal_read_logins(reader, now_of(login), take, login);
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
	if (add(login, name, true, secret) < 0) {
		snprintf(ret_why, LOGIN_WHY_MAX, "the system gives no random numbers");
		return -EINVAL;
	}
	snprintf(ret_link, LOGIN_LINK_MAX, "%s#login=%s", login->server->address, secret);
	return 0;
}

bool login_accept(struct login *login, const char *invitation, char ret_secret[LOGIN_SECRET_MAX])
{
	struct entry *entry = find(login, invitation, true);
	struct journal_login row;
	char name[NAME_BYTES_MAX];

	if (!entry)
		return false;
	memcpy(name, entry->name, sizeof(name));
	drop(login, (size_t)(entry - login->entries));
	if (add(login, name, false, ret_secret) < 0)
		return false;
	entry = &login->entries[login->count - 1];
	row = (struct journal_login){.name = entry->name,
				     .token = entry->hash,
				     .at_ms = now_of(login),
				     .until_ms = entry->until_ms};
	if (journal_put_login(login->server->publish.journal, &row) == 0)
		return true;
	drop(login, login->count - 1); /* a session that would not outlive us is none */
	return false;
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
		if (strcmp(login->entries[i].name, name) == 0) {
			drop(login, i);
			was_there = true;
		}
	}
	if (was_there)
		r = journal_put_logout(login->server->publish.journal, name, now_of(login));
	if (was_there && login->ended)
		login->ended(login->data);
	return r < 0 ? r : was_there;
}
