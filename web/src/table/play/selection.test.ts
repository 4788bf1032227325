import { beforeEach, expect, test } from "vitest";

import type { Position } from "../../board/notation";
import { parsePosition } from "../../board/notation";
import type { MoveView } from "../../lib/api/contract";
import { Selection } from "./selection.svelte";

const MOVES: readonly MoveView[] = [
  { move: "B+", to: "6", takes: 7, disc: "R" },
  { move: "B-", to: "6", takes: 5, disc: "Y" },
  { move: "R^", to: "s4", takes: 0, disc: "R" },
  { move: "R^=", to: "s4", takes: 0, disc: null },
  { move: "Y+", to: "8", takes: 9, disc: "W" },
];
const EXTRA: readonly MoveView[] = [
  { move: "B-", to: "6", takes: 3, disc: "B" },
  { move: "B<+", to: "1", takes: 3, disc: "B" },
  { move: ".", to: null },
];

let played: string[];
let confirms: boolean;
let moves: readonly MoveView[];
let selection: Selection;

beforeEach(() => {
  played = [];
  confirms = false;
  moves = MOVES;
  const position: Position = parsePosition("BYBRYBRBW 3,4,2 BRY -/- 1 m");
  selection = new Selection(
    () => moves,
    () => position,
    ({ move }) => void played.push(move),
    () => confirms,
  );
});

test("a pawn that can move is chosen by a tap and let go by another", () => {
  selection.tapPawn("B");
  expect(selection.pawn).toBe("B");
  expect(selection.options.map(({ move }) => move)).toEqual(["B+", "B-"]);
  selection.tapPawn("B");
  expect(selection.pawn).toBeNull();
});

test("a pawn that cannot move is not chosen, and the one before is forgotten", () => {
  selection.tapPawn("B");
  selection.tapPawn("G");
  expect(selection.pawn).toBeNull();
});

test("the discs beside the landing light up, and a tap on one makes the move", () => {
  selection.tapPawn("B");
  expect(selection.highlights.takings.map(({ place }) => place)).toEqual([7, 5]);
  expect(selection.highlights.trails).toEqual([{ from: { place: 3 }, to: { place: 6 } }]);
  selection.tapSpot({ place: 5 });
  expect(played).toEqual(["B-"]);
  expect(selection.pawn).toBeNull();
});

test("a tap on the landing makes the move if there is just one disc to take", () => {
  selection.tapPawn("Y");
  selection.tapSpot({ place: 8 });
  expect(played).toEqual(["Y+"]);
});

test("a tap on a landing with two discs beside it leaves the choice between them", () => {
  selection.tapPawn("B");
  selection.tapSpot({ place: 6 });
  expect(played).toEqual([]);
  expect(selection.options.map(({ move }) => move)).toEqual(["B+", "B-"]);
});

test("a tap elsewhere changes one's mind", () => {
  selection.tapPawn("B");
  selection.tapSpot({ place: 2 });
  expect(selection.pawn).toBeNull();
  expect(played).toEqual([]);
});

test("a step that can be climbed with or without the bonus disc asks which", () => {
  selection.tapPawn("R");
  selection.tapSpot({ step: 4 });
  expect(played).toEqual([]);
  selection.choose("R^=");
  expect(played).toEqual(["R^="]);
});

test("a disc that can be taken forward and backward asks for the direction", () => {
  moves = EXTRA;
  selection.tapPawn("B");
  selection.tapSpot({ place: 3 });
  expect(played).toEqual([]);
  expect(selection.taking).toBe(3);
  expect(selection.options.map(({ move }) => move)).toEqual(["B-", "B<+"]);
});

test("the turn is ended without a pawn", () => {
  moves = EXTRA;
  selection.choose(".");
  expect(played).toEqual(["."]);
});

test("a move that must be confirmed waits, and is made when it is chosen again", () => {
  confirms = true;
  selection.tapPawn("B");
  selection.choose("B+");
  expect(played).toEqual([]);
  expect(selection.waiting?.move).toBe("B+");
  selection.choose("B+");
  expect(played).toEqual(["B+"]);
  expect(selection.waiting).toBeNull();
});

test("a move that is not legal is not made", () => {
  selection.choose("G+");
  expect(played).toEqual([]);
});

test("nothing lights up for those who are not to move", () => {
  moves = [];
  selection.tapPawn("B");
  expect(selection.pawn).toBeNull();
  expect(selection.highlights.movable.size).toBe(0);
});
