/** The staircase: steps from the lowest, worth 0, on the left to the highest on the right. Pure. */

import type { Rect } from "./plan";
import type { Point } from "./track";

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

/** Discs in two rows, or in one where that is wide enough, in the middle of a room. */
export function pileIn(room: Rect, count: number, disc: number): Point[] {
  const gap = disc * 1.1;
  const rows = room.w >= count * gap || room.h < 2 * gap ? 1 : 2;
  const across = Math.ceil(count / rows);
  const step = Math.min(gap, room.w / across);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / across);
    const inRow = row === 0 ? across : count - across;
    const column = (index % across) - (inRow - 1) / 2;
    return { x: room.x + room.w / 2 + column * step, y: room.y + room.h / 2 + (row - (rows - 1) / 2) * gap };
  });
}
