import { expect, test } from "vitest";

import type { LogLine, PlyView } from "../../lib/api/contract";
import type { Turn } from "./turn_history";
import { mergeTurns, shownTurns, turnsOf } from "./turn_history";

function ply(seat: number, move: string, takes: number): PlyView {
  return { seat, move, from: "0", to: "1", takes, disc: "R", by: "person" };
}

const ANNA: Turn = [ply(1, "B+", 2)];
const BEN: Turn = [ply(2, "R-", 5)];
const CLARA: Turn = [ply(3, "Y+", 9), ply(3, "G<+", 3)];

test("a turn that was not known is new", () => {
  expect(mergeTurns([ANNA], BEN)).toEqual({ turns: [ANNA, BEN], fresh: BEN, isUndone: false });
});

test("a turn that is known is told once", () => {
  expect(mergeTurns([ANNA, BEN], BEN)).toEqual({ turns: [ANNA, BEN], fresh: [], isUndone: false });
});

test("an extra move belongs to its turn, and is all that is new of it", () => {
  const begun = CLARA.slice(0, 1);
  expect(mergeTurns([ANNA, begun], CLARA)).toEqual({ turns: [ANNA, CLARA], fresh: CLARA.slice(1), isUndone: false });
});

test("both plies of a turn that comes at once are new, in order", () => {
  expect(mergeTurns([ANNA], CLARA).fresh).toEqual(CLARA);
});

test("an earlier turn that is the last again means that later ones were taken back", () => {
  expect(mergeTurns([ANNA, BEN, CLARA], ANNA)).toEqual({ turns: [ANNA], fresh: [], isUndone: true });
  expect(mergeTurns([ANNA], [])).toEqual({ turns: [], fresh: [], isUndone: true });
});

test("a turn taken back can be made again, and is told again", () => {
  const { turns } = mergeTurns([ANNA, BEN], ANNA);
  expect(mergeTurns(turns, BEN).fresh).toEqual(BEN);
});

test("nothing has happened before the first turn", () => {
  expect(mergeTurns([], [])).toEqual({ turns: [], fresh: [], isUndone: false });
});

test("the log gives the turns of the last game, without what is hidden or was taken back", () => {
  const event = (about: Omit<LogLine, "version" | "at">): LogLine => ({ version: 1, at: 0, ...about });
  const played = (its: PlyView): LogLine => event({ kind: "ply", ...its });
  const log = [
    event({ kind: "begun", game: 1 }),
    played(ply(1, "P+", 1)),
    event({ kind: "begun", game: 2 }),
    event({ kind: "ply", seat: 3, by: "bot" }),
    ...ANNA.map(played),
    ...BEN.map(played),
    event({ kind: "undone", plies: 2 }),
    ...CLARA.map(played),
  ];
  const turns = turnsOf(log).map((turn) => turn.map(({ seat, move }) => `${seat}${move}`));
  expect(turns).toEqual([["1B+"], ["3Y+", "3G<+"]]);
});

test("with hidden hands the log shows the last round, with open ones all", () => {
  const turns = [ANNA, BEN, CLARA, ANNA];
  expect(shownTurns(turns, 3, false)).toEqual([BEN, CLARA, ANNA]);
  expect(shownTurns(turns, 3, true)).toEqual(turns);
});
