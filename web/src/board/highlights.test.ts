import { expect, test } from "vitest";

import { highlights, lastTurn } from "./highlights";
import type { Move, Ply } from "./notation";

const MOVES: readonly Move[] = [
  { move: "B+", to: "7", takes: 8, disc: "R" },
  { move: "B-", to: "7", takes: 5, disc: "W" },
  { move: "B<+", to: "2", takes: 3, disc: "Y" },
  { move: "R^", to: "s4", takes: 0, disc: "R" },
  { move: "." },
];
const FROM = { place: 3 };

test("pawns with a legal move can be moved", () => {
  expect([...highlights(MOVES, null, null).movable]).toEqual(["B", "R"]);
});

test("before a pawn is chosen, nothing else lights up", () => {
  expect(highlights(MOVES, null, null)).toMatchObject({ landings: [], takings: [], trails: [] });
});

test("a chosen pawn shows each place it can land on once, and every disc it can take", () => {
  const { landings, takings, trails } = highlights(MOVES, "B", FROM);
  expect(landings).toEqual([
    { spot: { place: 7 }, backward: false },
    { spot: { place: 2 }, backward: true },
  ]);
  expect(takings.map(({ place }) => place)).toEqual([8, 5, 3]);
  expect(trails.map(({ to }) => to)).toEqual([{ place: 7 }, { place: 2 }]);
});

test("once the landing is chosen, only its discs and its way are shown", () => {
  const { landings, takings, trails } = highlights(MOVES, "B", FROM, { place: 2 });
  expect(landings).toHaveLength(2);
  expect(takings).toEqual([{ place: 3, disc: "Y", side: "ahead", backward: true, move: "B<+" }]);
  expect(trails).toEqual([{ from: FROM, to: { place: 2 } }]);
});

test("a bonus disc is taken from the pile, place 0", () => {
  expect(highlights(MOVES, "R", FROM).takings).toMatchObject([{ place: 0, disc: "R" }]);
});

test("the last turn shows the ways of its pawns and where discs were", () => {
  const plies: readonly Ply[] = [
    { seat: 1, move: "B+", from: "3", to: "7", takes: 8, disc: "R" },
    { seat: 1, move: "R^", from: "9", to: "s4", takes: 0, disc: "R" },
    { seat: 1, move: "." },
  ];
  const { trails, taken } = lastTurn(plies);
  expect(trails).toEqual([
    { from: { place: 3 }, to: { place: 7 } },
    { from: { place: 9 }, to: { step: 4 } },
  ]);
  expect([...taken]).toEqual([8]);
});
