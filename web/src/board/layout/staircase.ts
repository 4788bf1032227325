/** The staircase: steps from the lowest, worth 0, on the left to the highest on the right. Pure. */

import type { Point, Rect } from "./geometry";

export interface Staircase {
  /** The lower left corner. */
  readonly left: number;
  readonly base: number;
  readonly steps: number;
  readonly tread: number;
  /** The height of the lowest step, and by how much each is higher than the one before. */
  readonly first: number;
  readonly rise: number;
  /** How far the wood goes back. */
  readonly depth: number;
}

/** The upper left corner of a step's front. */
export function corner(stairs: Staircase, step: number): Point {
  return { x: stairs.left + step * stairs.tread, y: stairs.base - stairs.first - step * stairs.rise };
}

/** Where a pawn on a step has its feet. */
export function standing(stairs: Staircase, step: number): Point {
  const { x, y } = corner(stairs, step);
  return { x: x + (stairs.tread + stairs.depth) / 2, y: y - stairs.depth * 0.35 };
}

/** The whole of a step and of the pawn that may stand on it. */
export function stepBox(stairs: Staircase, step: number, pawn: number): Rect {
  const { x, y } = corner(stairs, step);
  return { x, y: y - pawn, w: stairs.tread, h: stairs.base - y + pawn };
}

/** The bonus pile: where its discs lie, and their diameter. */
export interface BonusPile {
  readonly pile: Point[];
  readonly pileDisc: number;
}

/** Between discs of the pile: a part of them, but no less than the ring needs that shows one of them. */
const APART = { part: 0.1, least: 6 } as const;

/** Discs in one row or two, whichever makes them larger, in the middle of a room; they are no larger than a limit. */
export function pileIn(room: Rect, count: number, most: number): BonusPile {
  const [one, two] = [1, 2].map((rows) =>
    Math.min(most, fitting(room.w, Math.ceil(count / rows)), fitting(room.h, rows)),
  ) as [number, number];
  const [rows, disc] = two > one ? [2, two] : [1, one];
  const across = Math.ceil(count / rows);
  const gap = disc + apart(disc);
  const pile = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / across);
    const inRow = row === 0 ? across : count - across;
    const column = (index % across) - (inRow - 1) / 2;
    return { x: room.x + room.w / 2 + column * gap, y: room.y + room.h / 2 + (row - (rows - 1) / 2) * gap };
  });
  return { pile, pileDisc: disc };
}

function apart(disc: number): number {
  return Math.max(APART.part * disc, APART.least);
}

/** The diameter at which `count` discs fill a length. */
function fitting(length: number, count: number): number {
  const disc = length / (count + (count - 1) * APART.part);
  return Math.min(disc, (length - (count - 1) * APART.least) / count);
}
