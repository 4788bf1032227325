import { expect, test } from "vitest";

import { SHAPES, casesOf, laid } from "./cases.testing";
import type { Rect } from "./geometry";
import { along, layout, pointsAlong, stands, trackData } from "./layout";
import type { Layout } from "./plan";
import { pileBox, placeBox, startBox } from "./plan";
import { corner } from "./staircase";
import { sampled } from "./track";

/** Boxes of boards: the smallest, phones upright and on their side, tablets, desktops, 4K. */
const BOXES: readonly [number, number][] = [
  [280, 200],
  [304, 340],
  [304, 430],
  [340, 480],
  [374, 560],
  [374, 610],
  [414, 680],
  [480, 280],
  [560, 330],
  [640, 300],
  [788, 828],
  [936, 606],
  [1100, 560],
  [1500, 900],
  [1080, 1700],
  [2560, 1300],
  [3840, 2000],
];
/** Places and colours: the whole game, and small boards. */
const GAMES: readonly [number, number][] = [
  [55, 5],
  [54, 5],
  [40, 4],
  [29, 3],
  [21, 2],
  [11, 3],
  [7, 5],
  [5, 5],
  [3, 1],
  [2, 2],
  [1, 1],
];
const CASES = casesOf(BOXES, GAMES);

function overlap(one: Rect, other: Rect): boolean {
  const slack = 0.01;
  const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return across > slack && down > slack;
}

/** The cell of a place, without the waves of its row. */
function boxOf(board: Layout, place: number): Rect {
  const { x, y, w, h } = placeBox(board, place);
  const wave = 0.1 * board.pitch;
  return { x, y: y + wave / 2, w, h: h - wave };
}

function discs({ cells, disc }: Layout): Rect[] {
  return cells.map(({ x, y }) => ({ x: x - disc / 2, y: y - disc / 2, w: disc, h: disc }));
}

function stairsBox({ stairs }: Layout): Rect {
  const { y } = corner(stairs, stairs.steps - 1);
  const width = stairs.steps * stairs.tread + stairs.depth;
  return { x: stairs.left, y: y - stairs.depth, w: width, h: stairs.base - y + stairs.depth };
}

test.each(CASES)("$shape in $width × $height: $places places, $colours pawns lie inside the board", (wanted) => {
  const board = laid(wanted);
  const spots = [...discs(board), stairsBox(board), pileBox(board)];
  for (const { x, y, w, h } of spots) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.01);
    expect(x + w).toBeLessThanOrEqual(wanted.width + 0.01);
    expect(y + h).toBeLessThanOrEqual(wanted.height + 0.01);
  }
  for (const { x, y } of board.start) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(wanted.width);
    expect(y).toBeLessThan(wanted.height);
    expect(y - 0.9 * board.startSize * board.pitch).toBeGreaterThan(-0.1 * board.pitch);
  }
});

test.each(CASES)("$shape in $width × $height: $places places overlap nothing", (wanted) => {
  const board = laid(wanted);
  const cells = board.cells.map((_, index) => boxOf(board, index + 1));
  cells.forEach((cell, index) => {
    expect(cells.slice(index + 1).some((other) => overlap(cell, other))).toBe(false);
  });
  expect(discs(board).some((disc) => overlap(disc, stairsBox(board)))).toBe(false);
  expect(discs(board).some((disc) => overlap(disc, pileBox(board)))).toBe(false);
  expect(overlap(stairsBox(board), pileBox(board))).toBe(false);
});

test.each(CASES)("$shape in $width × $height: nobody of $colours waits on one of $places places", (wanted) => {
  const board = laid(wanted);
  const feet = board.start.map(({ x, y }) => ({ x: x - 0.5, y: y - 0.5, w: 1, h: 1 }));
  const cells = board.cells.map((_, index) => boxOf(board, index + 1));
  expect(feet.some((pawn) => cells.some((cell) => overlap(pawn, cell)))).toBe(false);
});

test.each(CASES)("$shape in $width × $height: $places places follow one another along the track", (wanted) => {
  const board = laid(wanted);
  const reach = 1.5 * Math.max(board.cell.width, board.cell.height);
  board.cells.slice(1).forEach((cell, index) => {
    const before = board.cells[index] ?? cell;
    const isReturn = board.returns.includes(index + 1);
    expect(Math.hypot(cell.x - before.x, cell.y - before.y) < reach || isReturn).toBe(true);
    expect(along(board, index + 1, index + 2).at(-1)?.[3]).toMatchObject({ x: cell.x, y: cell.y });
  });
});

test.each(CASES)("$shape in $width × $height: $places places begin at the start and end at the stairs", (wanted) => {
  const board = laid(wanted);
  const near = (one: { x: number; y: number }, other: { x: number; y: number } | undefined, far: number): void =>
    expect(Math.hypot(one.x - (other?.x ?? NaN), one.y - (other?.y ?? NaN))).toBeLessThan(far * board.pitch);
  expect(board.start).toHaveLength(wanted.colours);
  expect(board.hops).toHaveLength(wanted.places + 1);
  near(board.cells[0] as { x: number; y: number }, board.start[0], 1.6);
  const end = along(board, wanted.places, wanted.places + 1).at(-1)?.[3];
  near({ x: board.stairs.left, y: board.stairs.base }, end, 1);
});

test.each([
  { viewport: "390 × 844", box: [374, 610], columns: 7, rows: 8, side: "top", pitch: 48 },
  { viewport: "820 × 1100", box: [788, 828], columns: 8, rows: 7, side: "top", pitch: 87 },
  { viewport: "1280 × 760", box: [936, 606], columns: 8, rows: 7, side: "right", pitch: 82 },
])("at $viewport the path has $columns columns, stairs at the $side", ({ box, columns, rows, side, pitch }) => {
  const [width = 0, height = 0] = box;
  const board = layout(width, height, 55, "snake", 5);
  const lines = new Set(board.cells.map(({ y }) => Math.round(y / board.cell.height)));
  expect(board.columns).toBe(columns);
  expect(lines.size).toBe(rows);
  expect(Math.abs(board.pitch - pitch)).toBeLessThan(3);
  expect(board.stairs.left > (board.cells.at(-1)?.x ?? 0) ? "right" : "top").toBe(side);
});

test.each([540, 580, 610, 660])("on a phone 390 wide, %i for the board, all can be hit with a thumb", (height) => {
  const board = layout(374, height, 55, "snake", 5);
  expect(Math.min(board.cell.width, board.cell.height)).toBeGreaterThanOrEqual(44);
  expect(Math.min(board.startTarget.width, board.startTarget.height)).toBeGreaterThanOrEqual(44);
});

test.each([566, 589])("on a phone 390 wide, %i for the board, so can the steps", (height) => {
  expect(layout(374, height, 55, "snake", 5).stairs.tread).toBeGreaterThanOrEqual(44);
});

test("pawns that wait on a phone have each their own room", () => {
  const board = layout(374, 610, 55, "snake", 5);
  const rooms = board.start.map((_, pawn) => startBox(board, pawn));
  rooms.forEach((room, pawn) => expect(rooms.slice(pawn + 1).some((other) => overlap(room, other))).toBe(false));
});

test.each(SHAPES)("a %s is what one gets where there is room", (shape) => {
  expect(layout(1500, 900, 55, shape, 5).shape).toBe(shape);
});

test("a spiral without room for the stairs gives way to the snake", () => {
  expect(layout(936, 606, 3, "spiral", 5).shape).toBe("snake");
});

test("a narrow board has fewer columns than a broad one", () => {
  const columns = [300, 600, 1200, 2400].map((width) => layout(width, 600, 55, "snake", 5).columns);
  expect(columns).toEqual(columns.toSorted((one, other) => one - other));
  expect(columns[0]).toBeLessThan(columns[3] ?? 0);
});

test("the way back is the way there, turned round", () => {
  const board = layout(374, 610, 55, "snake", 5);
  expect(pointsAlong(board, 20, 12)).toHaveLength(8 * 4 + 1);
  expect(pointsAlong(board, 20, 12)[0]).toMatchObject({ x: board.cells[19]?.x });
  expect(pointsAlong(board, 20, 12).at(-1)?.y).toBeCloseTo(board.cells[11]?.y ?? 0);
});

test("lines go back by a narrow way, a snake has none", () => {
  expect(trackData(layout(936, 606, 55, "line", 5)).narrow).not.toBe("");
  expect(trackData(layout(936, 606, 55, "snake", 5)).narrow).toBe("");
});

test("a pawn stands on its disc, on its step, or among those that wait", () => {
  const board = layout(936, 606, 55, "snake", 5);
  expect(stands(board, { place: 9 }, 0).x).toBe(board.cells[8]?.x);
  expect(stands(board, { step: 4 }, 0).y).toBeLessThan(stands(board, { step: 0 }, 0).y);
  expect(stands(board, { place: 0 }, 2)).toMatchObject(board.start[2] ?? {});
});

test.each(CASES)("$shape in $width × $height: the track of $places places keeps inside the board", (wanted) => {
  const board = laid(wanted);
  const narrow = new Set(board.returns);
  board.hops.forEach((hop, index) => {
    const reach = narrow.has(index) ? 0.1 * board.pitch : board.trackWidth / 2;
    for (const { x } of sampled(hop, 8)) {
      expect(x - reach).toBeGreaterThan(-0.5);
      expect(x + reach).toBeLessThan(wanted.width + 0.5);
    }
  });
});

test.each(CASES)("$shape in $width × $height: a ring round one of $colours bonus discs touches no other", (wanted) => {
  const { pile, pileDisc } = laid(wanted);
  pile.forEach((one, index) => {
    for (const other of pile.slice(index + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y) - pileDisc).toBeGreaterThan(5);
    }
  });
});

test("lines on a phone are as broad as the board", () => {
  const xs = layout(374, 566, 55, "line", 5).cells.map(({ x }) => x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(0.85 * 374);
});

test.each([
  [312, 304],
  [374, 566],
  [541, 382],
  [792, 939],
  [947, 621],
  [1494, 941],
])("stairs and pile fill the middle of a spiral in %i × %i", (width, height) => {
  const board = layout(width, height, 55, "spiral", 5);
  const [stairs, pile] = [stairsBox(board), pileBox(board)];
  const left = Math.min(stairs.x, pile.x);
  const right = Math.max(stairs.x + stairs.w, pile.x + pile.w);
  expect(board.pileDisc).toBeGreaterThan(0.8 * board.disc);
  expect(board.stairs.tread).toBeGreaterThan(0.65 * board.pitch);
  expect(Math.abs(left + right - width)).toBeLessThan(1.5 * board.pitch);
});
