/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/event.h"

const char *dgt_event_name(enum dgt_event_type type)
{
	static const char *const names[] = {
		[DGT_EV_NONE] = "none",         [DGT_EV_CONNECTED] = "connected",
		[DGT_EV_LIFTED] = "lifted",     [DGT_EV_PLACED] = "placed",
		[DGT_EV_REPLACED] = "replaced", [DGT_EV_DUMP] = "dump",
		[DGT_EV_CLOCK] = "clock",       [DGT_EV_PRESSED] = "pressed",
		[DGT_EV_ACK] = "ack",           [DGT_EV_BATTERY] = "battery",
		[DGT_EV_DAMAGED] = "damaged",   [DGT_EV_LOST] = "lost",
		[DGT_EV_RESYNCED] = "resynced",
	};

	return names[type];
}

const char *dgt_lost_name(enum dgt_lost lost)
{
	static const char *const names[] = {
		[DGT_LOST_CLOSED] = "closed",
		[DGT_LOST_SILENT] = "silent",
		[DGT_LOST_NO_ANSWER] = "no_answer",
	};

	return names[lost];
}

const char *dgt_resync_name(enum dgt_resync resync)
{
	static const char *const names[] = {
		[DGT_RESYNC_UNCHANGED] = "unchanged",   [DGT_RESYNC_RECOVERED] = "recovered",
		[DGT_RESYNC_POWER_LOST] = "power_lost", [DGT_RESYNC_LOST] = "lost",
		[DGT_RESYNC_UNKNOWN] = "unknown",
	};

	return names[resync];
}
