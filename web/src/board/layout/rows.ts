/** Paths in rows: a snake, whose rows turn at their ends, or lines, which all read from left to right. Pure. */

import type { Rect } from "./geometry";
import type { Box, Layout, Plan } from "./plan";
import { discOf, fitness, largest } from "./plan";
import type { BonusPile, Staircase } from "./staircase";
import { pileIn } from "./staircase";
import type { Stretch } from "./start";
import { comfort, startSpots, trackStart } from "./start";
import type { Curve, Stop } from "./track";
import { curve } from "./track";

type Shape = "snake" | "line";
/** Where the staircase stands: a snake goes up to one at the top, lines go down to one at the bottom. */
type Side = "top" | "bottom" | "right";

/** How the rows lie: `head` free cells come before the first place, `tail` after the last. */
interface Grid {
  readonly shape: Shape;
  readonly side: Side;
  readonly columns: number;
  readonly rows: number;
  readonly head: number;
  readonly tail: number;
}

/** In pitches: from the middle of the outer columns to the edge of the board, from the last row to the stairs… */
const EDGE = { broad: 0.9, narrow: 0.66 } as const;
const ABOVE = 0.64;
const BELOW = 0.56;
const STANDING = 0.86;
const LINK = { top: 0.6, bottom: 0.8, right: 0.9 } as const;
const SWING = 0.58;
const HIGH = 5;
const GAP = 0.16;
/** How far from the left edge the stairs begin: lines come to them round a bend. */
const INSET = { top: GAP, bottom: 0.66 } as const;
/** How far the track may begin behind its first cell. */
const BEHIND = 0.82;
const STRETCH = 1.08;
const WAVE = { height: 0.045, columns: 8, from: 60 } as const;
/** The least height of a row: heads of pawns reach into the row above, and lines have a way back between them. */
const ROW = { snake: { top: 1.08, bottom: 1, right: 1.03 }, line: { top: 1, bottom: 1.22, right: 1.22 } } as const;
/** The least tread of stairs beside the pile. */
const NARROW = 0.58;
const LOW = { tread: 0.96, first: 0.42, rise: 0.18, most: 0.34, depth: 0.24, pile: 0.78 } as const;
const STEEP = { tread: 0.5, first: 0.86, rise: 0.2, most: 0.5, depth: 0.17, pile: 0.48 } as const;
const STAIRS = { top: LOW, bottom: LOW, right: STEEP } as const;

/** Every way to lay a path in rows of a shape. */
export function inRows(box: Box, shape: Shape): Plan[] {
  const sides: readonly Side[] = shape === "snake" ? ["top", "right"] : ["bottom", "right"];
  const columns = Array.from({ length: box.places + 1 }, (_, index) => index + 1);
  const all = columns.flatMap((count) => sides.flatMap((side) => grids(box.places, shape, side, count)));
  return all.map((grid) => plan(box, grid));
}

/** The start has part of the first row, or a row of its own, which ends next to place 1. */
function grids(places: number, shape: Shape, side: Side, columns: number): Grid[] {
  const found: Grid[] = [];
  for (const tail of side === "top" ? [0, 1] : [0]) {
    for (let head = 1; head <= columns; head += 1) {
      const rows = (places + head + tail) / columns;
      if (Number.isInteger(rows)) found.push({ shape, side, columns, rows, head, tail });
    }
  }
  return found;
}

function plan(box: Box, grid: Grid): Plan {
  const pitch = Math.min(box.width / across(box, grid), box.height / down(box, grid), largest(box));
  const start = stretch(box, grid, pitch, pitch, edgeOf(grid) * pitch);
  // An empty cell before the staircase lets the track turn up to it gently.
  const merit = fitness(pitch, comfort(start), grid.head) * (1 + grid.tail / 100);
  return { pitch, merit, lay: () => lay(box, grid, pitch) };
}

function stretch({ colours }: Box, { head }: Grid, pitch: number, width: number, edge: number): Stretch {
  const behind = Math.min(BEHIND * pitch, edge - (GAP / 2) * pitch);
  return { cells: head, width, behind, pitch, pawns: colours };
}

/** Only the narrow ways back of lines need less room than a bend of the track. */
function edgeOf({ shape, head, columns }: Grid): number {
  return EDGE[shape === "line" && head < columns ? "narrow" : "broad"];
}

/** The least width in pitches. */
function across({ colours }: Box, grid: Grid): number {
  const { side, columns } = grid;
  const { tread, depth } = STAIRS[side];
  const edge = edgeOf(grid);
  if (side === "right") return edge + columns - 1 + LINK.right + colours * tread + depth + GAP;
  return Math.max(columns - 1 + 2 * edge, colours * NARROW + INSET[side] + depth + 2 * GAP + pileWidth(colours));
}

function pileWidth(colours: number): number {
  return (colours > 2 ? Math.ceil(colours / 2) : colours) * LOW.pile * 1.05;
}

/** The least height in pitches. */
function down({ colours }: Box, { shape, side, rows }: Grid): number {
  const { first, rise, pile } = STAIRS[side];
  const stairs = STANDING + first + (colours - 1) * rise;
  const path = (rows - 1) * ROW[shape][side];
  if (side === "top") return stairs + LINK.top + path + BELOW;
  if (side === "bottom") return ABOVE + path + LINK.bottom + stairs + GAP;
  return Math.max(ABOVE + path, stairs + pile + GAP) + BELOW;
}

/** Where the rows are and how far cells are apart, in pixels: what is left over goes to columns, rows and steps. */
interface Spacing {
  readonly pitch: number;
  readonly x: number;
  readonly y: number;
  readonly area: Rect;
  readonly rise: number;
  /** The middle of the first column, and of the row that leads to the staircase. */
  readonly first: number;
  readonly last: number;
}

function spacing(box: Box, grid: Grid, pitch: number): Spacing {
  const { shape, side, columns, rows } = grid;
  const stairs = STAIRS[side];
  const row = ROW[shape][side] * pitch;
  const wide = across(box, grid) * pitch;
  const high = down(box, grid) * pitch;
  const x = stretched(pitch, box.width - wide, columns - 1, STRETCH);
  const y = stretched(row, box.height - high, rows - 1, STRETCH);
  const grown = (y - row) * (rows - 1);
  const room = side === "right" ? fromTop(box, grid, y, pitch) : box.height - high - grown;
  const rise = stretched(stairs.rise * pitch, room, box.colours - 1, stairs.most / stairs.rise);
  const w = wide + (x - pitch) * (columns - 1);
  const climb = (rise - stairs.rise * pitch) * (box.colours - 1);
  const h = side === "right" ? Math.max(high, (ABOVE + BELOW) * pitch + (rows - 1) * y) : high + grown + climb;
  const area: Rect = { x: (box.width - w) / 2, y: (box.height - h) / 2, w, h };
  const first = side === "right" ? area.x + edgeOf(grid) * pitch : area.x + (w - (columns - 1) * x) / 2;
  return { pitch, x, y, area, rise, first, last: lastRow(box, grid, area, rise, y, pitch) };
}

/** What steep stairs can grow by: up to the bonus pile at the top, in two rows if there is height enough. */
function fromTop({ colours }: Box, { rows }: Grid, y: number, pitch: number): number {
  const { first, rise, pile } = STEEP;
  const above = rows > HIGH ? 2.2 * LOW.pile : pile;
  return (rows - 1) * y + (ABOVE - STANDING - first - above - 3 * GAP - (colours - 1) * rise) * pitch;
}

function lastRow({ colours }: Box, { side, rows }: Grid, area: Rect, rise: number, y: number, pitch: number): number {
  if (side === "right") return area.y + area.h - BELOW * pitch;
  if (side === "bottom") return area.y + ABOVE * pitch + (rows - 1) * y;
  return area.y + (STANDING + LOW.first + LINK.top) * pitch + (colours - 1) * rise;
}

/** A length that takes its share of what is left over, up to a limit. */
function stretched(length: number, spare: number, count: number, most: number): number {
  return Math.min(length * most, length + Math.max(0, spare) / Math.max(1, count));
}

function lay(box: Box, grid: Grid, pitch: number): Layout {
  const room = spacing(box, grid, pitch);
  const stops = Array.from({ length: grid.rows * grid.columns }, (_, index) => stopOf(room, grid, index));
  const stairs = stairsOf(box, grid, room);
  const cells = stops.slice(grid.head, grid.head + box.places);
  const before = stops.slice(0, grid.head).reverse();
  const cell = { width: room.x, height: room.y };
  const trackWidth = discOf(pitch) + 0.08 * pitch;
  const start = stretch(box, grid, pitch, room.x, room.first);
  const first = Math.max(0, grid.head - box.colours - 1);
  const begin = trackStart(start, stops[0] as Stop, trackWidth);
  const chain = [...begin, ...stops.slice(first), foot(grid, room, stairs)];
  const queue = begin.length + grid.head - first;
  const ways = chain.slice(1).map((to, index) => way(chain[index] as Stop, to, grid, room));
  const hops = [ways.slice(0, queue).flat(), ...ways.slice(queue, -1 - grid.tail), ways.slice(-1 - grid.tail).flat()];
  return {
    shape: grid.shape,
    columns: grid.columns,
    rows: grid.rows,
    pitch,
    cell,
    disc: discOf(pitch),
    trackWidth,
    cells,
    ...startSpots(start, before, room.y),
    stairs,
    ...pileOf(box, grid, room, stairs),
    hops,
    returns: hops.flatMap((hop, index) => (hop.length === 3 && index > 0 ? index : [])),
  };
}

/** The stop of a cell, counted from the start; the rows of a snake are told from the staircase, where the last ends. */
function stopOf(room: Spacing, { shape, side, columns, rows, head }: Grid, cell: number): Stop {
  const back = rows - 1 - Math.floor(cell / columns);
  const isStart = head === columns && cell < head;
  const isOnward = shape === "line" ? !isStart : (back % 2 === 0) === (side === "right");
  const column = isOnward ? cell % columns : columns - 1 - (cell % columns);
  const forward = isOnward ? 1 : -1;
  const turn = (2 * Math.PI) / WAVE.columns;
  const height = room.pitch < WAVE.from ? 0 : WAVE.height * room.pitch;
  return {
    x: room.first + column * room.x,
    y: room.last + back * room.y * (side === "top" ? 1 : -1) + height * Math.sin(column * turn),
    dx: forward,
    dy: (forward * height * turn * Math.cos(column * turn)) / room.x,
  };
}

/** From stop to stop; lines go back between two rows, but a start with a row of its own turns into the first. */
function way(from: Stop, to: Stop, { shape }: Grid, { y, pitch }: Spacing): Curve[] {
  if (shape === "snake" || to.x > from.x || from.dx < 0) return [curve(from, to, SWING * pitch)];
  const [right, left] = [
    { x: from.x, y: from.y + y / 2, dx: -1, dy: 0 },
    { x: to.x, y: from.y + y / 2, dx: -1, dy: 0 },
  ];
  return [curve(from, right, SWING * pitch), curve(right, left, 0), curve(left, to, SWING * pitch)];
}

function stairsOf({ colours }: Box, { side, columns }: Grid, room: Spacing): Staircase {
  const { pitch, area, first, last, rise } = room;
  const { tread, depth, first: lowest } = STAIRS[side];
  const sizes = { steps: colours, first: lowest * pitch, rise, depth: depth * pitch };
  if (side === "right") {
    const left = first + (columns - 1) * room.x + LINK.right * pitch;
    return { ...sizes, left, base: last + 0.44 * pitch, tread: tread * pitch };
  }
  const inset = INSET[side];
  const widest = (area.w - (inset + depth + 2 * GAP + pileWidth(colours)) * pitch) / colours;
  const base = side === "top" ? last - LINK.top * pitch : area.y + area.h - GAP * pitch;
  return { ...sizes, left: area.x + inset * pitch, base, tread: Math.min(tread * pitch, widest) };
}

/** Where the track meets the staircase. */
function foot({ side }: Grid, { pitch, last }: Spacing, stairs: Staircase): Stop {
  if (side === "right") return { x: stairs.left + 0.1 * pitch, y: last, dx: 1, dy: 0 };
  if (side === "bottom") return { x: stairs.left, y: stairs.base - stairs.first / 2, dx: 1, dy: 0 };
  return { x: stairs.left + 0.44 * pitch, y: stairs.base - 0.05 * pitch, dx: 0, dy: -1 };
}

function pileOf({ colours }: Box, { side }: Grid, { pitch, area, rise }: Spacing, stairs: Staircase): BonusPile {
  const right = area.x + area.w - GAP * pitch;
  const high = stairs.first + (colours - 1) * rise + STANDING * pitch;
  const disc = LOW.pile * 0.95 * pitch;
  if (side === "right") {
    const top = area.y + GAP * pitch;
    return pileIn({ x: stairs.left, y: top, w: right - stairs.left, h: stairs.base - high - top }, colours, disc);
  }
  const from = stairs.left + colours * stairs.tread + stairs.depth + GAP * pitch;
  return pileIn({ x: from, y: stairs.base - high, w: right - from, h: high }, colours, disc);
}
