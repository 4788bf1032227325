/** Types of a layout, and of the plans among which the best is chosen. */

import type { Point, Rect } from "./geometry";
import type { Staircase } from "./staircase";
import type { Curve } from "./track";

export type Shape = "snake" | "spiral" | "line";

/** Where a pawn can be: at the start, on a place of the path (from 1), or on the step of a value. */
export type Spot = { readonly place: number } | { readonly step: number };

/** The room that there is, and what must find a place in it. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly places: number;
  readonly colours: number;
}

export interface Layout {
  readonly shape: Shape;
  readonly columns: number;
  readonly rows: number;
  /** The distance of neighbours that are nearest, and the size of a cell: all of it can be tapped. */
  readonly pitch: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** Diameters. */
  readonly disc: number;
  readonly pileDisc: number;
  readonly trackWidth: number;
  /** The middle of each place: `cells[0]` is place 1. */
  readonly cells: readonly Point[];
  /** Where each pawn waits (its feet), the size of the pawns there, 1 being that on a disc, and the room of each. */
  readonly start: readonly Point[];
  readonly startSize: number;
  readonly startTarget: { readonly width: number; readonly height: number };
  readonly stairs: Staircase;
  readonly pile: readonly Point[];
  /** The track from stop to stop: 0 is the start, then come the places, the last is the staircase. */
  readonly hops: readonly (readonly Curve[])[];
  /** The ways back to the left of a shape that reads like lines: drawn narrow. */
  readonly returns: readonly number[];
}

/** A way to lay the board: how large its discs would be, how good it is, and the layout itself. */
export interface Plan {
  readonly pitch: number;
  readonly merit: number;
  readonly lay: () => Layout;
}

/** Below this, a target is too small for a thumb. */
export const THUMB = 44;

/** A disc may fill this part of the shorter side. */
const LARGEST = 1 / 5;

export function largest({ width, height }: Box): number {
  return Math.min(width, height) * LARGEST;
}

/** How good a plan is: large discs above all, comfort at the start, few empty cells there. */
export function fitness(pitch: number, comfort: number, head: number): number {
  return pitch * comfort * (1 - head / 500);
}

/** The diameter of discs: on small boards they fill their cells, on large ones there is air between them. */
export function discOf(pitch: number): number {
  return pitch * Math.min(0.86, Math.max(0.77, 0.86 - (pitch - 48) * 0.0026));
}

/** The cell of a place. */
export function placeBox({ cells, cell }: Layout, place: number): Rect {
  const { x, y } = cells[place - 1] as Point;
  return { x: x - cell.width / 2, y: y - cell.height / 2, w: cell.width, h: cell.height };
}

/** The room of a pawn at the start; `pawn` is its number. */
export function startBox({ start, startTarget, pitch }: Layout, pawn: number): Rect {
  const { x, y } = start[pawn] as Point;
  const { width, height } = startTarget;
  return { x: x - width / 2, y: y + 0.12 * pitch - height, w: width, h: height };
}

/** The room of the bonus pile. */
export function pileBox({ pile, pileDisc }: Layout): Rect {
  const [xs, ys] = [pile.map(({ x }) => x), pile.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - pileDisc / 2, Math.min(...ys) - pileDisc / 2];
  return { x, y, w: Math.max(...xs) + pileDisc / 2 - x, h: Math.max(...ys) + pileDisc / 2 - y };
}
