/** The start: where the pawns wait before the first place. Pure. */

import type { Layout } from "./plan";
import type { Stop } from "./track";

/** How wide a pawn is, in pitches, on a disc. */
const PAWN = 0.64;

export interface Start {
  /** Its cells, from the one next to place 1 backwards. */
  readonly cells: readonly Stop[];
  /** How far the room goes on behind the middle of the last cell. */
  readonly behind: number;
  readonly cell: { readonly width: number; readonly height: number };
  readonly pitch: number;
}

type Waiting = Pick<Layout, "start" | "startSize" | "startTarget">;

/** One pawn to a cell where there are enough of them, else a crowd in two rows. */
export function waiting(start: Start, pawns: number): Waiting {
  return start.cells.length >= pawns ? spread(start, pawns) : crowd(start, pawns);
}

function spread({ cells, cell, pitch }: Start, pawns: number): Waiting {
  const feet = cells.slice(0, pawns).map(({ x, y }) => ({ x, y: y + 0.36 * pitch }));
  return { start: feet, startSize: 0.94, startTarget: cell };
}

/** Two rows, the one behind looking over the other. */
function crowd({ cells, behind, cell, pitch }: Start, pawns: number): Waiting {
  const near = cells[0] as Stop;
  const abreast = Math.ceil(pawns / 2);
  const gap = targetWidth(cells.length, behind, cell.width, pawns);
  const feet = Array.from({ length: pawns }, (_, pawn) => {
    const along = (pawn < abreast ? pawn + 0.5 : pawn - abreast + 1) * gap - cell.width / 2;
    return { x: near.x - near.dx * along, y: near.y + (pawn < abreast ? 0.1 : 0.46) * pitch };
  });
  return {
    start: feet,
    startSize: Math.min(0.8, gap / PAWN / pitch),
    startTarget: { width: gap, height: Math.max(gap, 0.62 * pitch) },
  };
}

/** How wide the room of each waiting pawn is. */
export function targetWidth(cells: number, behind: number, width: number, pawns: number): number {
  if (cells >= pawns) return width;
  return Math.min(width, ((cells - 0.5) * width + behind) / Math.ceil(pawns / 2));
}
