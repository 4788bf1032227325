import { expect, test } from "vitest";

import { casesOf, laid } from "./cases.testing";
import type { Rect } from "./geometry";
import { layout } from "./layout";
import type { Layout } from "./plan";

/** Boxes of boards: phones, upright and on their side, tablets, desktops. */
const BOXES: readonly [number, number][] = [
  [280, 200],
  [312, 304],
  [374, 566],
  [541, 382],
  [792, 939],
  [936, 606],
  [947, 621],
  [1494, 941],
  [2560, 1300],
];
const GAMES: readonly [number, number][] = [
  [55, 5],
  [40, 4],
  [29, 3],
  [7, 3],
  [7, 5],
  [3, 1],
];
const CASES = casesOf(BOXES, GAMES);

/** What each waiting pawn covers. */
function bodies({ start, startSize, pitch }: Layout): Rect[] {
  const size = startSize * pitch;
  return start.map(({ x, y }) => ({ x: x - 0.31 * size, y: y - 0.94 * size, w: 0.62 * size, h: size }));
}

function covered(one: Rect, other: Rect): number {
  const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return (Math.max(0, across) * Math.max(0, down)) / one.w / one.h;
}

test.each(CASES)("$shape in $width × $height: $colours pawns wait inside the board of $places places", (wanted) => {
  for (const { x, y, w, h } of bodies(laid(wanted))) {
    expect(Math.min(x, y)).toBeGreaterThan(0);
    expect(x + w).toBeLessThan(wanted.width);
    expect(y + h).toBeLessThan(wanted.height);
  }
});

test.each(CASES)("$shape in $width × $height: $colours pawns before $places places hide no other", (wanted) => {
  const all = bodies(laid(wanted));
  all.forEach((one, pawn) => {
    for (const other of all.slice(pawn + 1)) expect(covered(one, other)).toBeLessThan(1 / 3);
  });
});

test.each(CASES)("$shape in $width × $height: $colours pawns that wait hide none of $places discs", (wanted) => {
  const board = laid(wanted);
  const { disc, cells } = board;
  const all = bodies(board);
  for (const { x, y } of cells) {
    const face = { x: x - disc / 2, y: y - disc / 2, w: disc, h: disc };
    expect(Math.max(...all.map((body) => covered(face, body)))).toBeLessThan(0.02);
  }
});

test.each([
  [374, 566],
  [541, 382],
  [792, 939],
])("a snake in %i × %i has a cell for each pawn that waits", (width, height) => {
  const { start, cell } = layout(width, height, 55, "snake", 5);
  const gaps = start.slice(1).map(({ x }, pawn) => Math.abs(x - (start[pawn]?.x ?? NaN)));
  gaps.forEach((gap) => expect(gap).toBeCloseTo(cell.width));
});

test.each([
  [947, 621],
  [1494, 941],
])("on a small board in %i × %i the pawns wait in a row", (width, height) => {
  const { start, pitch } = layout(width, height, 7, "snake", 3);
  const feet = start.map(({ y }) => y);
  expect(Math.max(...feet) - Math.min(...feet)).toBeLessThan(0.1 * pitch);
});

test.each(BOXES)("the track of a snake in %i × %i begins before the pawns that wait", (width, height) => {
  const { start, startSize, hops, trackWidth, pitch } = layout(width, height, 55, "snake", 5);
  const { x } = hops[0]?.[0]?.[0] ?? { x: NaN };
  const forward = Math.sign((start[0]?.x ?? NaN) - (start[1]?.x ?? NaN));
  const last = Math.min(...start.map((pawn) => pawn.x * forward)) - 0.31 * startSize * pitch;
  expect(x * forward - trackWidth / 2).toBeLessThan(last + 0.05 * pitch);
});
