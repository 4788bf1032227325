import { expect, test } from "vitest";

import { diff, isSameBoard } from "./diff";
import type { Ply } from "./notation";
import { parsePosition } from "./notation";

const START = parsePosition("BRBWR 0,0 BR K/- 1 m");
const BLUE: Ply = { seat: 1, move: "B+", from: "0", to: "1", takes: 2, disc: "R" };
const AFTER_BLUE = parsePosition("B.BWR 1,0 BR RK/- 1 x");
const AGAIN: Ply = { seat: 1, move: "B-", from: "1", to: "3", takes: 1, disc: "B" };
const AFTER_AGAIN = parsePosition("..BWR 3,0 BR BR/- 2 m");
const UP: Ply = { seat: 2, move: "B^", from: "3", to: "s1", takes: 0, disc: "B" };
const AFTER_UP = parsePosition("..BWR s1,0 R BR/B 1 m");

const BLUE_MOVES = [
  { kind: "pawn", pawn: "B", from: { place: 0 }, to: { place: 1 } },
  { kind: "taken", disc: "R", place: 2, seat: 1 },
];
const AGAIN_MOVES = [
  { kind: "handed", seat: 1 },
  { kind: "pawn", pawn: "B", from: { place: 1 }, to: { place: 3 } },
  { kind: "taken", disc: "B", place: 1, seat: 1 },
];

test("a ply moves its pawn, then its disc to the seat", () => {
  expect(diff(START, AFTER_BLUE, [BLUE])).toEqual(BLUE_MOVES);
});

test("of a turn that was seen in part, the rest is shown; a black disc is handed in for an extra move", () => {
  expect(diff(AFTER_BLUE, AFTER_AGAIN, [BLUE, AGAIN])).toEqual(AGAIN_MOVES);
});

test("a whole turn is shown ply by ply", () => {
  expect(diff(START, AFTER_AGAIN, [BLUE, AGAIN])).toEqual([...BLUE_MOVES, ...AGAIN_MOVES]);
});

test("a bonus disc comes from the pile", () => {
  expect(diff(AFTER_AGAIN, AFTER_UP, [UP]).at(-1)).toEqual({ kind: "taken", disc: "B", place: 0, seat: 2 });
});

test("a turn of another seat hands nothing in", () => {
  const both = diff(AFTER_BLUE, AFTER_UP, [BLUE, AGAIN, UP]);
  expect(both.filter(({ kind }) => kind === "handed")).toHaveLength(1);
});

test("a pass moves nothing", () => {
  expect(diff(AFTER_BLUE, AFTER_BLUE, [BLUE, { seat: 1, move: "." }])).toEqual([]);
});

test("a jump, an undo and a view that one has already seen are not shown as motion", () => {
  expect(diff(START, AFTER_UP, [UP])).toEqual([]);
  expect(diff(AFTER_BLUE, START, [])).toEqual([]);
  expect(diff(AFTER_BLUE, START, [BLUE])).toEqual([]);
  expect(diff(AFTER_BLUE, AFTER_BLUE, [BLUE])).toEqual([]);
});

test("boards are the same if pawns and discs are", () => {
  expect(isSameBoard(AFTER_BLUE, parsePosition("B.BWR 1,0 BR ?2/- 2 m"))).toBe(true);
  expect(isSameBoard(START, AFTER_BLUE)).toBe(false);
});
