import { expect, test } from "vitest";

import { parseMove, parsePosition, parseSpot, spotName } from "./notation";

const VIEW = "B.RWK 0,3,s4 BY KR2!3/?5!/- 2 x optional_bonus,inverted,wires=2:4";

test("a path has a colour for each place, and nothing where the disc is gone", () => {
  expect(parsePosition(VIEW).path).toEqual(["B", null, "R", "W", "K"]);
});

test("pawns are at the start, on a place or on a step", () => {
  expect([...parsePosition(VIEW).pawns]).toEqual([
    ["B", { place: 0 }],
    ["R", { place: 3 }],
    ["Y", { step: 4 }],
  ]);
});

test("an open hand has its discs, a hidden one only their number", () => {
  const [open, hidden, empty] = parsePosition(VIEW).hands;
  expect([...(open?.discs ?? [])]).toEqual([
    ["K", 1],
    ["R", 2],
  ]);
  expect(open).toMatchObject({ size: 3, penalties: 3 });
  expect(hidden).toEqual({ size: 5, discs: null, penalties: 1 });
  expect(empty).toMatchObject({ size: 0, penalties: 0 });
});

test("the seat, the phase and the options are read", () => {
  expect(parsePosition(VIEW)).toMatchObject({ seat: 2, phase: "x", inverted: true, wires: [2, 4], pile: ["B", "Y"] });
  expect(parsePosition("B 0 - -/- 1 m")).toMatchObject({ pile: [], inverted: false, wires: [] });
});

test.each(["0", "14", "s4", "s0"])("the spot %s is written as it was read", (text) => {
  expect(spotName(parseSpot(text))).toBe(text);
});

test.each([
  ["R+", { pawn: "R", backward: false, climbs: false, side: "ahead" }],
  ["B<-", { pawn: "B", backward: true, climbs: false, side: "behind" }],
  ["G^", { pawn: "G", backward: false, climbs: true, side: null }],
  ["G^=", { pawn: "G", backward: false, climbs: true, side: null }],
  ["P=", { pawn: "P", backward: false, climbs: false, side: null }],
  [".", { pawn: null, backward: false, climbs: false, side: null }],
])("the move %s is read", (text, parts) => {
  expect(parseMove(text)).toEqual(parts);
});
