/** The path as a spiral: it winds inwards round the staircase in the middle. Pure. */

import type { Point, Rect } from "./geometry";
import type { Box, Layout, Plan } from "./plan";
import { discOf, fitness, largest } from "./plan";
import type { BonusPile, Staircase } from "./staircase";
import { corner, pileIn } from "./staircase";
import type { Stretch } from "./start";
import { comfort, startSpots, trackStart } from "./start";
import type { Stop } from "./track";
import { straight } from "./track";

/** How the spiral lies: `head` free cells come before its first place; the middle is inside of `rings` rings. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly head: number;
  readonly rings: number;
  readonly walk: readonly Point[];
  /** Whether the path comes to the staircase from the left; else from below. */
  readonly isFromLeft: boolean;
}

/** In pitches. */
const EDGE = 0.58;
const GAP = 0.14;
const STRETCH = 1.12;
const STANDING = 0.86;
const STAIRS = { tread: 0.42, widest: 0.9, first: 0.8, rise: 0.14, most: 0.6, depth: 0.2 } as const;
const PILE = 0.6;
/** A grid with more cells than this for each place has discs that are too small. */
const MOST = 3;

/** The ways to lay a path as a spiral, each better than the one before. */
export function spirals(box: Box): Plan[] {
  const found: Plan[] = [];
  for (let columns = 4; columns <= box.places; columns += 1) {
    for (let rows = 4; columns * rows <= MOST * (box.places + 8); rows += 1) {
      const isHopeless = columns * rows <= box.places || pitchOf(box, columns, rows) <= (found.at(-1)?.merit ?? 0);
      if (!isHopeless) found.push(...better(box, columns, rows, found.at(-1)?.merit ?? 0));
    }
  }
  return found;
}

/** The best plan with that number of columns and rows, if it is better than the present one. */
function better(box: Box, columns: number, rows: number, least: number): Plan[] {
  const walk = wound(columns, rows);
  const heads = Array.from({ length: Math.min(5, columns - 1) }, (_, index) => index + 1);
  const plans = heads.flatMap((head) => {
    const grid = gridOf(box, { columns, rows, head, walk });
    return grid === undefined ? [] : [plan(box, grid)];
  });
  const [best] = plans.sort((one, other) => other.merit - one.merit);
  return best !== undefined && best.merit > least ? [best] : [];
}

/** The cells of a spiral from the upper left corner inwards. */
function wound(columns: number, rows: number): Point[] {
  const cells: Point[] = [];
  for (let ring = 0; 2 * ring < Math.min(columns, rows); ring += 1) {
    const [right, bottom] = [columns - 1 - ring, rows - 1 - ring];
    for (let x = ring; x <= right; x += 1) cells.push({ x, y: ring });
    for (let y = ring + 1; y <= bottom; y += 1) cells.push({ x: right, y });
    for (let x = right - 1; x >= ring && bottom > ring; x -= 1) cells.push({ x, y: bottom });
    for (let y = bottom - 1; y > ring && right > ring; y -= 1) cells.push({ x: ring, y });
  }
  return cells;
}

/** The grid, if its path ends where there is room for the staircase. */
function gridOf(box: Box, sizes: Pick<Grid, "columns" | "rows" | "head" | "walk">): Grid | undefined {
  const { columns, rows, head, walk } = sizes;
  const last = walk[head + box.places - 1];
  if (last === undefined) return undefined;
  const ring = Math.min(last.x, last.y, columns - 1 - last.x, rows - 1 - last.y);
  const isFromLeft = last.x === ring && last.y > ring + 1 && last.y < rows - 1 - ring;
  const isFromBelow = last.y === rows - 1 - ring && last.x > ring && last.x < columns - 1 - ring;
  const grid = { ...sizes, rings: ring + 1, isFromLeft };
  return (isFromLeft || isFromBelow) && hasRoom(box, grid, last) ? grid : undefined;
}

/** Whether staircase and bonus pile fit between the end of the path and the rings, in pitches. */
function hasRoom({ colours }: Box, { columns, rows, rings, isFromLeft }: Grid, last: Point): boolean {
  const wide = isFromLeft ? columns - 2 * rings : columns - rings - last.x;
  const high = (isFromLeft ? last.y + 0.5 : rows - rings) - rings;
  const tall = STANDING + STAIRS.first + (colours - 1) * STAIRS.rise;
  const broad = colours * STAIRS.tread + STAIRS.depth + 2 * GAP;
  const beside = wide >= broad + pileWidth(colours) && high >= tall;
  return beside || (wide >= broad && high >= tall + 2 * PILE);
}

function pileWidth(colours: number): number {
  return Math.ceil(colours / 2) * PILE * 1.1 + GAP;
}

function pitchOf(box: Box, columns: number, rows: number): number {
  const [across, down] = [columns - 1 + 2 * EDGE, rows - 1 + 2 * EDGE + GAP];
  return Math.min(box.width / across, box.height / down, largest(box));
}

function plan(box: Box, grid: Grid): Plan {
  const pitch = pitchOf(box, grid.columns, grid.rows);
  const merit = fitness(pitch, comfort(stretch(box, grid, pitch, pitch)), grid.head);
  return { pitch, merit, lay: () => lay(box, grid, pitch) };
}

function stretch({ colours }: Box, { head }: Grid, pitch: number, width: number): Stretch {
  return { cells: head, width, behind: (EDGE - GAP / 2) * pitch, pitch, pawns: colours };
}

function lay(box: Box, grid: Grid, pitch: number): Layout {
  const { columns, rows, head } = grid;
  const x = Math.min(STRETCH * pitch, (box.width - 2 * EDGE * pitch) / (columns - 1));
  const y = Math.min(STRETCH * pitch, (box.height - (2 * EDGE + GAP) * pitch) / (rows - 1));
  const left = (box.width - (columns - 1) * x) / 2;
  const top = (box.height - (rows - 1) * y + GAP * pitch) / 2;
  const stops = stopsOf(grid, box.places).map((stop) => ({ ...stop, x: left + stop.x * x, y: top + stop.y * y }));
  const cells = stops.slice(head);
  const cell = { width: x, height: y };
  const stairs = stairsOf(box, grid, { left, top, x, y, pitch }, cells.at(-1) as Stop);
  const trackWidth = discOf(pitch) + 0.06 * pitch;
  const start = stretch(box, grid, pitch, x);
  const begin = trackStart(start, stops[0] as Stop, trackWidth);
  const chain: Point[] = [...begin, ...stops, foot(grid, stairs, cells.at(-1) as Stop)];
  const ways = chain.slice(1).map((to, index) => straight(chain[index] as Point, to));
  return {
    shape: "spiral",
    columns,
    rows,
    pitch,
    cell,
    disc: discOf(pitch),
    trackWidth,
    cells,
    ...startSpots(start, stops.slice(0, head).reverse(), y),
    ...stairs,
    hops: [ways.slice(0, -box.places), ...ways.slice(-box.places).map((one) => [one])],
    returns: [],
  };
}

/** The stops in cells, each pointing to the next. */
function stopsOf({ walk, head }: Grid, places: number): Stop[] {
  return walk.slice(0, head + places).map((here, index) => {
    const next = walk[index + 1] ?? here;
    return { ...here, dx: next.x - here.x, dy: next.y - here.y };
  });
}

interface Spacing {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
  readonly pitch: number;
}

/** What is in the middle. */
interface Middle extends BonusPile {
  readonly stairs: Staircase;
}

/** The staircase and the pile beside, above or below it: whichever makes both larger. */
function stairsOf({ colours }: Box, grid: Grid, space: Spacing, last: Stop): Middle {
  const { pitch } = space;
  const room = middle(grid, space, last);
  const floor = space.top + (grid.rows - grid.rings - 0.5) * space.y;
  const ways = [below, beside, above].flatMap((way) => way({ colours, pitch, room, floor, grid }));
  const [best] = ways.sort((one, other) => filled(other) - filled(one));
  if (best === undefined) throw new Error("no room for the staircase");
  return best;
}

function filled({ stairs, pileDisc }: Middle): number {
  return pileDisc * stairs.tread * (stairs.base - corner(stairs, stairs.steps - 1).y);
}

/** The room down to the foot of the stairs, the floor, which may be further down, and what must find a place there. */
interface Hall {
  readonly colours: number;
  readonly pitch: number;
  readonly room: Rect;
  readonly floor: number;
  readonly grid: Grid;
}

/** The staircase in so much of the width and of the height: in the middle, unless the path comes from below. */
function climbing({ colours, pitch, room, grid }: Hall, width: number, height: number): Staircase {
  const [first, depth] = [STAIRS.first * pitch, STAIRS.depth * pitch];
  const tread = Math.min(STAIRS.widest * pitch, (width - depth) / colours);
  const rise = Math.min(STAIRS.most * pitch, (height - STANDING * pitch - first) / Math.max(1, colours - 1));
  const inset = grid.isFromLeft ? (width - colours * tread - depth) / 2 : 0;
  return { steps: colours, left: room.x + GAP * pitch + inset, base: room.y + room.h, tread, first, rise, depth };
}

function beside(hall: Hall): Middle[] {
  const { colours, pitch, room, floor } = hall;
  const gap = GAP * pitch;
  const [free, abreast] = [room.w - 3 * gap, Math.ceil(colours / 2) * 1.1];
  const least = (colours * STAIRS.tread + STAIRS.depth) * pitch;
  const most = (colours * STAIRS.widest + STAIRS.depth) * pitch;
  if (free < least + abreast * PILE * pitch) return [];
  const share = (free * most) / (most + abreast * discOf(pitch));
  const stairs = climbing(hall, Math.min(most, Math.max(least, share)), room.h);
  const from = stairs.left + colours * stairs.tread + stairs.depth + gap;
  const rest = { x: from, y: room.y, w: room.x + room.w - gap - from, h: floor - room.y };
  return [{ stairs, ...pileIn(rest, colours, discOf(pitch)) }];
}

function above(hall: Hall): Middle[] {
  const { colours, pitch, room } = hall;
  const gap = GAP * pitch;
  const spare = room.h - (STANDING + STAIRS.first + (colours - 1) * STAIRS.rise) * pitch;
  if (spare < 2 * PILE * pitch) return [];
  const stairs = climbing(hall, room.w - 2 * gap, room.h - Math.min(spare, 2.4 * discOf(pitch)));
  const high = corner(stairs, colours - 1).y - STANDING * pitch - room.y;
  const rest = { x: room.x + gap, y: room.y, w: room.w - 2 * gap, h: high };
  return [{ stairs, ...pileIn(rest, colours, discOf(pitch)) }];
}

function below(hall: Hall): Middle[] {
  const { colours, pitch, room, floor } = hall;
  const gap = GAP * pitch;
  const base = room.y + room.h;
  const rest = { x: room.x + gap, y: base + gap, w: room.w - 2 * gap, h: floor - base - 1.5 * gap };
  if (rest.h < PILE * pitch) return [];
  return [{ stairs: climbing(hall, rest.w, room.h), ...pileIn(rest, colours, discOf(pitch)) }];
}

/** The room in the middle, from where the path comes in. */
function middle({ columns, rows, rings, isFromLeft }: Grid, { left, top, x, y, pitch }: Spacing, last: Stop): Rect {
  const [from, to] = [left + (rings - 0.5) * x, left + (columns - rings - 0.5) * x];
  const start = isFromLeft ? from : last.x - 0.5 * pitch;
  const [high, low] = [top + (rings - 0.5) * y, isFromLeft ? last.y + 0.44 * pitch : top + (rows - rings - 0.5) * y];
  return { x: start, y: high, w: to - start, h: low - high };
}

/** Where the track meets the staircase. */
function foot({ isFromLeft }: Grid, { stairs }: { stairs: Staircase }, last: Point): Point {
  return isFromLeft ? { x: stairs.left, y: last.y } : { x: last.x, y: stairs.base };
}
