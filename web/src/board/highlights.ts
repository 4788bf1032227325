/** Highlights of the board: pawns that can move, landings of the chosen one, discs that it can take. Pure. */

import type { Colour, Move, PawnColour, Ply, Spot } from "./notation";
import { isSameSpot, parseMove, parseSpot } from "./notation";

export interface Landing {
  readonly spot: Spot;
  readonly backward: boolean;
}

/** A disc that can be taken: on a place of the path, or the bonus disc with place 0. */
export interface Taking {
  readonly place: number;
  readonly disc: Colour;
  readonly side: "ahead" | "behind" | null;
  readonly backward: boolean;
  readonly move: string;
}

/** A way along the path, from spot to spot. */
export interface Trail {
  readonly from: Spot;
  readonly to: Spot;
}

export interface Highlights {
  readonly movable: ReadonlySet<PawnColour>;
  readonly chosen: PawnColour | null;
  readonly landings: readonly Landing[];
  readonly takings: readonly Taking[];
  readonly trails: readonly Trail[];
}

export const NO_HIGHLIGHTS: Highlights = { movable: new Set(), chosen: null, landings: [], takings: [], trails: [] };

/** The highlights for some legal moves, once a pawn is chosen, and perhaps one of its landings. */
export function highlights(
  moves: readonly Move[],
  chosen: PawnColour | null,
  from: Spot | null,
  landing: Spot | null = null,
): Highlights {
  const movable = new Set(moves.flatMap(({ move }) => parseMove(move).pawn ?? []));
  const ways = moves.filter(({ move }) => chosen !== null && parseMove(move).pawn === chosen);
  const wanted = ways.filter(({ to }) => landing === null || isSameSpot(landing, parseSpot(to ?? "0")));
  const landings = distinct(ways.map(landingOf));
  const shown = landing === null ? landings : landings.filter(({ spot }) => isSameSpot(spot, landing));
  return {
    movable,
    chosen,
    landings,
    takings: wanted.flatMap(takingOf),
    trails: from === null ? [] : shown.map(({ spot }) => ({ from, to: spot })),
  };
}

function landingOf(move: Move): Landing {
  return { spot: parseSpot(move.to ?? "0"), backward: parseMove(move.move).backward };
}

function distinct(landings: readonly Landing[]): Landing[] {
  return landings.filter((one, index) => landings.findIndex((other) => isSameSpot(one.spot, other.spot)) === index);
}

function takingOf(move: Move): Taking[] {
  if (!move.disc) return [];
  const { side, backward } = parseMove(move.move);
  return [{ place: move.takes ?? 0, disc: move.disc as Colour, side, backward, move: move.move }];
}

/** The last turn: the trails of its pawns, and the places its discs were taken from. */
export function lastTurn(plies: readonly Ply[]): { trails: readonly Trail[]; taken: ReadonlySet<number> } {
  const moved = plies.filter(({ from, to }) => from && to);
  return {
    trails: moved.map(({ from, to }) => ({ from: parseSpot(from ?? "0"), to: parseSpot(to ?? "0") })),
    taken: new Set(moved.flatMap(({ takes }) => takes || [])),
  };
}
