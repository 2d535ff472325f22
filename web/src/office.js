// SPDX-License-Identifier: GPL-3.0-or-later
// What is done before and after the games, and the words for refusals: a file of its own, which comes when it is first asked for.
import { ArchiveView, GameView } from './archive.js';
import { PeopleView } from './people.js';
import { toldOf } from './refusals.js';
import { GameReport, RoundReport } from './report.js';
import { RoundView } from './round.js';
import { BroadcastView } from './screen.js';
import { SetupView } from './setup.js';

export { ArchiveView, BroadcastView, GameReport, GameView, PeopleView, RoundReport, RoundView, SetupView, toldOf };
