/** Layout of a board of a given size: path, start, staircase, bonus pile. Pure. */

import type { Point } from "./geometry";
import type { Box, Layout, Plan, Shape, Spot } from "./plan";
import { THUMB } from "./plan";
import { inRows } from "./rows";
import { spirals } from "./spiral";
import { standing } from "./staircase";
import type { Curve } from "./track";
import { pathData, reversed, sampled } from "./track";

const WORTH_IT = 0.8;
const STEP_PAWN = 0.74;
const FEET = 0.3;

/** The layout that makes discs largest; a shape for which there is no room gives way to the snake. */
export function layout(width: number, height: number, places: number, shape: Shape, colours: number): Layout {
  const box: Box = { width, height, places, colours };
  const snake = best(inRows(box, "snake"));
  const wanted = shape === "snake" ? snake : best(shape === "spiral" ? spirals(box) : inRows(box, "line"));
  const fits = wanted !== undefined && (wanted.pitch >= THUMB || wanted.pitch >= WORTH_IT * (snake?.pitch ?? 0));
  const chosen = fits ? wanted : snake;
  if (chosen === undefined) throw new Error(`no layout for ${places} places`);
  return chosen.lay();
}

function best(plans: readonly Plan[]): Plan | undefined {
  return plans.reduce<Plan | undefined>((top, plan) => (plan.merit > (top?.merit ?? 0) ? plan : top), undefined);
}

/** The curves along the track from stop to stop, either way; from the start only the last bit before place 1. */
export function along(board: Layout, from: number, to: number): Curve[] {
  const hops = board.hops.slice(Math.min(from, to), Math.max(from, to));
  const way = hops.flatMap((hop, index) => (index + Math.min(from, to) === 0 ? hop.slice(-1) : hop));
  return from <= to ? way : reversed(way);
}

/** The track as SVG path data: its broad part, and the narrow ways back. */
export function trackData(board: Layout): { broad: string; narrow: string } {
  const broad: Curve[][] = [[]];
  board.hops.forEach((hop, index) => {
    if (board.returns.includes(index)) broad.push([]);
    else broad.at(-1)?.push(...hop);
  });
  const narrow = board.returns.map((index) => pathData(board.hops[index] ?? []));
  return { broad: broad.map(pathData).join(""), narrow: narrow.join("") };
}

/** Points along the track from stop to stop: for motion. */
export function pointsAlong(board: Layout, from: number, to: number): Point[] {
  return sampled(along(board, from, to));
}

/** The stop of the track at which a spot is. */
export function stopAt(board: Layout, spot: Spot): number {
  return "step" in spot ? board.cells.length + 1 : spot.place;
}

/** Where a pawn on a spot has its feet, and its size, 1 being that on a disc; `pawn` is its number. */
export function stands(board: Layout, spot: Spot, pawn: number): Point & { readonly size: number } {
  if ("step" in spot) return { ...standing(board.stairs, spot.step), size: STEP_PAWN };
  if (spot.place === 0) return { ...(board.start[pawn] as Point), size: board.startSize };
  const { x, y } = board.cells[spot.place - 1] as Point;
  return { x, y: y + FEET * board.pitch, size: 1 };
}
