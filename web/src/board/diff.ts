/** Differences between two positions, as motions: pawns along the track, discs to the seats. Pure. */

import type { Colour, PawnColour, Ply, Position, Spot } from "./notation";
import { isSameSpot, parseMove, parseSpot } from "./notation";

export type Motion =
  | { readonly kind: "pawn"; readonly pawn: PawnColour; readonly from: Spot; readonly to: Spot }
  /** A disc goes from its place, 0 being the bonus pile, to a seat. */
  | { readonly kind: "taken"; readonly disc: Colour; readonly place: number; readonly seat: number }
  /** A black disc is handed in for an extra move. */
  | { readonly kind: "handed"; readonly seat: number };

/** The motions that lead from one position to the other, in order; none if these plies are not the whole way. */
export function diff(before: Position, after: Position, plies: readonly Ply[]): Motion[] {
  for (let first = 0; first < plies.length; first += 1) {
    const made = plies.slice(first);
    if (leadsTo(before, after, made)) return made.flatMap((ply, index) => motions(ply, isExtra(before, made, index)));
  }
  return [];
}

/** Whether pawns and discs lie the same. */
export function isSameBoard(one: Position, other: Position): boolean {
  return leadsTo(one, other, []);
}

/** Whether the plies, done to the one position, give pawns and path of the other. */
function leadsTo(before: Position, after: Position, plies: readonly Ply[]): boolean {
  const pawns = new Map(before.pawns);
  const path = [...before.path];
  for (const ply of plies) {
    const { pawn } = parseMove(ply.move);
    if (pawn === null) continue;
    const from = pawns.get(pawn);
    if (from === undefined || !ply.from || !ply.to || !isSameSpot(from, parseSpot(ply.from))) return false;
    pawns.set(pawn, parseSpot(ply.to));
    if (ply.takes) path[ply.takes - 1] = null;
  }
  const samePawns = [...after.pawns].every(([pawn, spot]) => isSameSpot(spot, pawns.get(pawn) ?? { place: -1 }));
  return samePawns && path.length === after.path.length && path.every((disc, index) => disc === after.path[index]);
}

/** An extra move follows a ply of the same seat, or was due. */
function isExtra(before: Position, plies: readonly Ply[], index: number): boolean {
  return index === 0 ? before.phase === "x" : plies[index - 1]?.seat === plies[index]?.seat;
}

function motions(ply: Ply, isExtra: boolean): Motion[] {
  const { pawn } = parseMove(ply.move);
  if (pawn === null) return [];
  const { seat } = ply;
  const moved: Motion[] = [{ kind: "pawn", pawn, from: parseSpot(ply.from ?? "0"), to: parseSpot(ply.to ?? "0") }];
  if (isExtra) moved.unshift({ kind: "handed", seat });
  if (ply.disc) moved.push({ kind: "taken", disc: ply.disc as Colour, place: ply.takes ?? 0, seat });
  return moved;
}
