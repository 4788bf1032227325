/** The start: where the pawns wait before the first place. Pure. */

import type { Point } from "./geometry";
import type { Layout } from "./plan";
import { THUMB } from "./plan";
import type { Stop } from "./track";

/** How wide a pawn with its halo is, in pitches, on a disc. */
const PAWN = 0.69;
/** In a row the halo of a pawn may hide this part of the next. */
const HIDDEN = 0.28;
/** The least room of a pawn in a row, in pitches. */
const NEAREST = 0.44;
/** The largest pawns, 1 being those on a disc, and how far below the middle of the track their feet are. */
const ROW = { size: 0.94, feet: 0.36 } as const;
/** A crowd whose pawns are beside one another has small ones; heads reach as high, and feet as low, as this. */
const CROWD = { small: 0.58, size: 0.8, heads: 0.55, feet: 0.46, target: 0.62 } as const;
/** How much better a board is where all pawns wait in a row with so much room for each, in pitches. */
const EASE = { merit: 0.04, room: 0.8 } as const;

/** The stretch of track before place 1, and the pawns that wait there. */
export interface Stretch {
  readonly cells: number;
  /** The width of a cell, and how far the room goes on behind the middle of the last one. */
  readonly width: number;
  readonly behind: number;
  readonly pitch: number;
  readonly pawns: number;
}

/** In how many rows the pawns wait, and how much of the stretch each has. */
interface Queue {
  readonly rows: 1 | 2;
  readonly gap: number;
}

type StartSpots = Pick<Layout, "start" | "startSize" | "startTarget">;

/** One row, a pawn to a cell where there are enough of them, if that leaves room for thumbs; else a crowd in two. */
function queue({ cells, width, behind, pitch, pawns }: Stretch): Queue {
  if (cells >= pawns) return { rows: 1, gap: width };
  const length = (cells - 0.5) * width + behind;
  const alone = Math.min(width, length / pawns);
  if (alone >= Math.max(THUMB, NEAREST * pitch)) return { rows: 1, gap: alone };
  return { rows: 2, gap: Math.min(width, (2 * length) / (pawns + 1)) };
}

/** How good it is to wait there: large enough for a thumb, better in a row than in a crowd. */
export function comfort(stretch: Stretch): number {
  const { rows, gap } = queue(stretch);
  const { width, height } = target(stretch, stretch.pitch);
  const ease = rows === 1 ? EASE.merit * Math.min(1, gap / stretch.pitch / EASE.room) : 0;
  return Math.min(1, Math.sqrt(width * height) / THUMB) ** 0.35 * (1 + ease);
}

function target(stretch: Stretch, height: number): Layout["startTarget"] {
  const { rows, gap } = queue(stretch);
  return { width: gap, height: rows === 1 ? height : Math.max(gap, CROWD.target * stretch.pitch) };
}

/** Where the pawns wait; `cells` begin next to place 1 and go backwards. */
export function startSpots(stretch: Stretch, cells: readonly Stop[], height: number): StartSpots {
  const { rows, gap } = queue(stretch);
  const [startSize, spots] = rows === 1 ? inRow(stretch, gap) : inCrowd(stretch, gap);
  const start = spots.map(({ x, y }) => back(stretch, cells, x, y));
  return { start, startSize, startTarget: target(stretch, height) };
}

/** The size of the pawns and the feet of each: x is the distance behind place 1, y the pitches below the middle of the track. */
type Spots = [number, Point[]];

function inRow({ pitch, pawns }: Stretch, gap: number): Spots {
  const size = Math.min(ROW.size, gap / pitch / PAWN / (1 - HIDDEN));
  return [size, Array.from({ length: pawns }, (_, pawn) => ({ x: (pawn + 0.5) * gap, y: ROW.feet }))];
}

/** Those before stand in the gaps of those behind: where the gaps are wide, pawns can be larger. */
function inCrowd({ pitch, pawns }: Stretch, gap: number): Spots {
  const abreast = Math.ceil(pawns / 2);
  const beside = Math.min(CROWD.small, gap / pitch / PAWN);
  const size = Math.min(CROWD.size, Math.max(beside, gap / 2 / pitch / PAWN / (1 - HIDDEN)));
  const spots = Array.from({ length: pawns }, (_, pawn) =>
    pawn < abreast
      ? { x: (pawn + 0.5) * gap, y: size - CROWD.heads }
      : { x: (pawn - abreast + 1) * gap, y: CROWD.feet },
  );
  return [size, spots];
}

/** The feet of a pawn at a distance behind the edge of place 1. */
function back({ width, pitch }: Stretch, cells: readonly Stop[], length: number, feet: number): Point {
  const near = cells[0] as Stop;
  const { y } = cells[Math.min(cells.length - 1, Math.floor(length / width))] as Stop;
  return { x: near.x - near.dx * (length - width / 2), y: y + feet * pitch };
}

/** The stop where the track begins: its round end comes as far as the room of a crowd. */
export function trackStart(stretch: Stretch, last: Stop, trackWidth: number): Stop[] {
  const further = stretch.behind - trackWidth / 2;
  return stretch.cells < stretch.pawns && further > 0 ? [{ ...last, x: last.x - last.dx * further }] : [];
}
