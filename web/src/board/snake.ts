/** The path as a snake: rows that turn at their ends, up to a staircase at the top, or down to one on the right. Pure. */

import type { Box, Layout, Plan } from "./plan";
import { discOf, THUMB } from "./plan";
import { pileIn } from "./staircase";
import type { Staircase } from "./staircase";
import type { Point, Stop } from "./track";
import { curve } from "./track";
import { targetWidth, waiting } from "./waiting";

type Side = "top" | "right";

/** How the snake lies: `head` free cells come before its first place, `tail` after the last. */
interface Grid {
  readonly side: Side;
  readonly columns: number;
  readonly rows: number;
  readonly head: number;
  readonly tail: number;
}

/** In pitches: from the middle of the outer columns to the edge of the board, and so on. */
const EDGE = 0.9;
const ABOVE = 0.62;
const BELOW = 0.56;
const STANDING = 0.86;
const LINK = 0.6;
const SWING = 0.58;
const GAP = 0.16;
/** The least height of a row: heads of pawns reach into the row above. */
const ROW = { top: 1.08, right: 1.03 } as const;
const STAIRS = {
  top: { tread: 0.92, first: 0.42, rise: 0.18, most: 0.34, depth: 0.24 },
  right: { tread: 0.5, first: 0.6, rise: 0.24, most: 0.54, depth: 0.17 },
} as const;
const STRETCH = 1.16;
const LARGEST = 1 / 5;
const PILE = { top: 0.78, right: 0.48 } as const;

export function snakes(box: Box): Plan[] {
  const plans: Plan[] = [];
  for (let columns = 1; columns <= box.places + 1; columns += 1) {
    for (const side of ["top", "right"] as const) {
      for (const grid of grids(box.places, columns, side)) plans.push(plan(box, grid));
    }
  }
  return plans;
}

/** The snakes with so many columns: the start has part of the first row, or a row of its own. */
function grids(places: number, columns: number, side: Side): Grid[] {
  const found: Grid[] = [];
  for (const tail of side === "top" ? [0, 1] : [0]) {
    for (const rows of [Math.ceil((places + tail + 1) / columns), Math.ceil((places + tail) / columns) + 1]) {
      const head = rows * columns - places - tail;
      if (head >= 1 && head <= columns && !found.some((grid) => grid.rows === rows && grid.tail === tail)) {
        found.push({ side, columns, rows, head, tail });
      }
    }
  }
  return found;
}

function plan(box: Box, grid: Grid): Plan {
  const pitch = Math.min(box.width / across(box, grid), box.height / down(box, grid), largest(box));
  const target = targetWidth(grid.head, EDGE - GAP / 2, 1, box.colours) * pitch;
  const merit = pitch * Math.sqrt(Math.min(1, target / THUMB)) * (1 - grid.head / 500) * (1 + grid.tail / 100);
  return { pitch, merit, lay: () => lay(box, grid, pitch) };
}

function largest({ width, height }: Box): number {
  return Math.min(width, height) * LARGEST;
}

/** The width in pitches. */
function across({ colours }: Box, { side, columns }: Grid): number {
  const { tread, depth } = STAIRS[side];
  if (side === "right") return EDGE + columns - 1 + LINK + 0.3 + colours * tread + depth + GAP;
  return Math.max(columns - 1 + 2 * EDGE, colours * 0.62 + depth + 3 * GAP + pileWidth(colours));
}

function pileWidth(colours: number): number {
  return (colours > 2 ? Math.ceil(colours / 2) : colours) * PILE.top * 1.02;
}

/** The least height in pitches. */
function down({ colours }: Box, { side, rows }: Grid): number {
  const { first, rise } = STAIRS[side];
  const stairs = STANDING + first + (colours - 1) * rise;
  const path = (rows - 1) * ROW[side];
  if (side === "top") return stairs + LINK + path + BELOW;
  return Math.max(ABOVE + path, stairs + PILE.right + GAP) + BELOW;
}

function lay(box: Box, grid: Grid, pitch: number): Layout {
  const room = spacing(box, grid, pitch);
  const stop = (index: number): Stop => stopOf(room, grid, index);
  const places = Array.from({ length: box.places }, (_, index) => stop(index));
  const before = Array.from({ length: grid.head }, (_, index) => stop(-1 - index));
  const after = Array.from({ length: grid.tail }, (_, index) => stop(box.places + index));
  const stairs = stairsOf(box, grid, room);
  const cell = { width: room.x, height: room.y };
  const ends = before.slice(0, Math.max(1, Math.min(grid.head, box.colours)));
  const stops = [ends.at(-1) as Stop, ...ends.slice(0, -1).reverse(), ...places, ...after, foot(grid, room, stairs)];
  const curves = stops.slice(1).map((to, index) => curve(stops[index] as Stop, to, SWING * pitch));
  const hops = [curves.slice(0, ends.length), ...curves.slice(ends.length, -1 - grid.tail).map((one) => [one]), curves.slice(-1 - grid.tail)];
  return {
    shape: "snake",
    columns: grid.columns,
    rows: grid.rows,
    pitch,
    cell,
    disc: discOf(pitch),
    pileDisc: Math.min(discOf(pitch), PILE[grid.side] * pitch),
    trackWidth: discOf(pitch) + 0.08 * pitch,
    cells: places,
    ...waiting({ cells: before, behind: (EDGE - GAP / 2) * pitch, cell, pitch }, box.colours),
    stairs,
    pile: pileOf(box, grid, room, stairs),
    hops,
    returns: [],
  };
}

/** Where the grid begins and how far its cells are apart, in pixels: what is left over goes to rows, columns, rises. */
interface Spacing {
  readonly pitch: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rise: number;
  readonly lastRow: number;
}

function spacing(box: Box, grid: Grid, pitch: number): Spacing {
  const { side, columns, rows } = grid;
  const wide = across(box, grid) * pitch;
  const x = stretched(pitch, box.width - wide, columns - 1, side === "top" ? STRETCH : 1.05);
  const width = wide + (x - pitch) * (columns - 1);
  const high = down(box, grid) * pitch;
  const y = stretched(ROW[side] * pitch, box.height - high, rows - 1, STRETCH / ROW[side]);
  const spare = box.height - high - (y - ROW[side] * pitch) * (rows - 1);
  const { rise: least, most, first } = STAIRS[side];
  const path = (rows - 1) * y + (ABOVE + BELOW) * pitch;
  const tallest = (path - (BELOW + STANDING + first + PILE.right + 3 * GAP) * pitch) / Math.max(1, box.colours - 1);
  const rise = side === "top" ? stretched(least * pitch, spare, box.colours - 1, most / least) : Math.max(least * pitch, Math.min(most * pitch, tallest));
  const height = side === "top" ? high + (y - ROW[side] * pitch) * (rows - 1) + (rise - least * pitch) * (box.colours - 1) : Math.max(path, high);
  const top = (box.height - height) / 2;
  const steps = (STANDING + first + LINK) * pitch + (box.colours - 1) * rise;
  const lastRow = side === "top" ? top + steps : top + height - BELOW * pitch;
  return { pitch, x, y, left: (box.width - width) / 2, top, width, height, rise, lastRow };
}

/** A length that takes its share of what is left over, up to a limit. */
function stretched(length: number, spare: number, count: number, most: number): number {
  return Math.min(length * most, length + Math.max(0, spare) / Math.max(1, count));
}

/** The stop of a place, counted from 0; rows are counted from the staircase: the last one leads to it. */
function stopOf(room: Spacing, grid: Grid, index: number): Stop {
  const cell = grid.head + index;
  const row = Math.floor(cell / grid.columns);
  const back = grid.rows - 1 - row;
  const onward = (back % 2 === 0) === (grid.side === "right");
  const column = onward ? cell % grid.columns : grid.columns - 1 - (cell % grid.columns);
  const inset = grid.side === "top" ? (room.width - (grid.columns - 1) * room.x) / 2 : EDGE * room.pitch;
  return {
    x: room.left + inset + column * room.x,
    y: room.lastRow + back * room.y * (grid.side === "top" ? 1 : -1),
    dx: onward ? 1 : -1,
    dy: 0,
  };
}

function stairsOf({ colours }: Box, { side, columns }: Grid, room: Spacing): Staircase {
  const { pitch, left, width, lastRow, rise } = room;
  const { tread, first, depth } = STAIRS[side];
  const sizes = { steps: colours, first: first * pitch, rise, depth: depth * pitch };
  if (side === "right") {
    const from = left + (EDGE + LINK + 0.3) * pitch + (columns - 1) * room.x;
    return { ...sizes, left: from, base: lastRow + 0.42 * pitch, tread: tread * pitch };
  }
  const most = (width - (depth + 3 * GAP + pileWidth(colours)) * pitch) / colours;
  return { ...sizes, left: left + GAP * pitch, base: lastRow - LINK * pitch, tread: Math.min(tread * pitch, most) };
}

function foot({ side }: Grid, { pitch, lastRow }: Spacing, stairs: Staircase): Stop {
  if (side === "right") return { x: stairs.left + 0.1 * pitch, y: lastRow, dx: 1, dy: 0 };
  return { x: stairs.left + 0.44 * pitch, y: stairs.base - 0.05 * pitch, dx: 0, dy: -1 };
}

function pileOf({ colours }: Box, { side }: Grid, room: Spacing, stairs: Staircase): Point[] {
  const { pitch, left, width, top, rise } = room;
  const right = left + width - GAP * pitch;
  const disc = PILE[side] * pitch;
  if (side === "right") {
    return pileIn({ x: stairs.left, y: top + GAP * pitch, w: right - stairs.left, h: disc }, colours, disc / 1.1);
  }
  const from = stairs.left + colours * stairs.tread + stairs.depth + GAP * pitch;
  const high = stairs.first + (colours - 1) * rise + STANDING * pitch;
  return pileIn({ x: from, y: stairs.base - high, w: right - from, h: high }, colours, Math.min(discOf(pitch), disc));
}
