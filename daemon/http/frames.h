/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_FRAMES_H
#define BOARDD_HTTP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a client says on a WebSocket, looked at before the library does: every frame
 * is masked, as RFC 6455 5.1 demands of clients, has no bits that were not agreed on
 * and an opcode that is known, and what controls the connection is short and whole.
 * Pure; bytes may come in pieces of any size. Zeroed at first.
 *
 * A message is a request of its client and counted by who hears it. Beyond that a client can
 * keep the library busy with frames that begin none and with long ones: these are counted here.
 */

#define HTTP_FRAME_SHORT 16384 /* a longer one counts once for each of these */

struct http_frames {
	uint64_t left; /* bytes of the frame's mask and payload that have to come */
	size_t have;   /* of its head */
	uint8_t head[10];
	bool is_bad;
	uint64_t extra; /* frames that begin no message, and the length of all; the reader takes it
			   away */
};

/* False: one of them is not allowed, and nothing after it is. */
bool http_frames_feed(struct http_frames *frames, const void *bytes, size_t len);

#endif
