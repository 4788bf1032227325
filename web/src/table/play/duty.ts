/** The duty of the viewer of a table, and the prompt of the choice bar. Pure. */

import type { MoveParts, PawnColour } from "../../board/notation";
import { parseMove, parseSpot, phaseOf } from "../../board/notation";
import type { MoveView, PlyView, TableView } from "../../lib/api/contract";

/** Whose doing it is: yours (a regular move or an extra one), somebody else's, or nobody's. */
export type Duty = "move" | "extra" | "waiting" | "watching" | "none";

/** What is asked of those who sit at this screen. */
export function duty(view: TableView): Duty {
  if (view.state !== "playing" || !view.turn) return "none";
  const isBot = (view.seats[view.turn - 1]?.bot ?? null) !== null;
  if (!isBot && view.yours.includes(view.turn)) return isExtra(view) ? "extra" : "move";
  return view.yours.length > 0 ? "waiting" : "watching";
}

/** Whether the seat to move has made its regular move, and may make an extra one. */
function isExtra(view: TableView): boolean {
  return phaseOf(view.position ?? "") === "x";
}

/** The moves that can be made at this screen now. */
export function movesHere(view: TableView | null): readonly MoveView[] {
  if (view === null) return [];
  const now = duty(view);
  return now === "move" || now === "extra" ? (view.moves ?? []) : [];
}

export type Manner = "ahead" | "behind" | "climb" | "leave" | "nothing";

/** A move as a button of the choice bar. */
export interface Option {
  readonly move: MoveView;
  readonly manner: Manner;
  readonly backward: boolean;
  /** The value of the step it climbs to, if it climbs. */
  readonly step: number | null;
}

/** The options of a pawn in the order of the bar: behind before ahead, forward before backward. */
export function optionsOf(moves: readonly MoveView[]): readonly Option[] {
  return moves.map(optionOf).sort((one, other) => rank(one) - rank(other));
}

function optionOf(move: MoveView): Option {
  const parts = parseMove(move.move);
  const spot = parseSpot(move.to ?? "0");
  return { move, manner: mannerOf(parts, move), backward: parts.backward, step: "step" in spot ? spot.step : null };
}

function mannerOf(parts: MoveParts, move: MoveView): Manner {
  if (parts.climbs) return move.disc ? "climb" : "leave";
  return parts.side ?? "nothing";
}

const ORDER: readonly Manner[] = ["behind", "ahead", "climb", "leave", "nothing"];

function rank({ manner, backward }: Option): number {
  return ORDER.indexOf(manner) + (backward ? ORDER.length : 0);
}

/** What the bar asks for. */
export type Prompt =
  | { readonly kind: "pawn" | "only_move" | "extra" | "direction" | "climb" }
  | { readonly kind: "disc" | "only_disc" | "only_climb" | "nothing"; readonly pawn: PawnColour };

/** The question for the moves that can be made, the pawn that is chosen and the options that are left. */
export function promptFor(
  now: Duty,
  moves: readonly MoveView[],
  pawn: PawnColour | null,
  options: readonly Option[],
): Prompt {
  const [first] = options;
  if (pawn === null || first === undefined) return { kind: promptForPawn(now, moves) };
  if (options.length === 1) return { kind: promptForOnly(first), pawn };
  if (options.every(({ move }) => move.takes && move.takes === first.move.takes)) return { kind: "direction" };
  return options.every(({ step }) => step !== null) ? { kind: "climb" } : { kind: "disc", pawn };
}

function promptForPawn(now: Duty, moves: readonly MoveView[]): "pawn" | "only_move" | "extra" {
  if (now === "extra") return "extra";
  return moves.length === 1 ? "only_move" : "pawn";
}

function promptForOnly({ manner }: Option): "only_disc" | "only_climb" | "nothing" {
  if (manner === "nothing") return "nothing";
  return manner === "climb" || manner === "leave" ? "only_climb" : "only_disc";
}

/** How many of a seat's black discs were won in the turn under way, and wait for the next (R10). */
export function blacksForNextTurn(view: TableView): number {
  if (view.seat === null || view.seat !== view.turn) return 0;
  return blacks((view.last ?? []).filter(({ seat }) => isExtra(view) && seat === view.seat));
}

function blacks(plies: readonly PlyView[]): number {
  return plies.filter(({ disc }) => disc === "K").length;
}
