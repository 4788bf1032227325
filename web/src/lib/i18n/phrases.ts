/** Moves and reasons in words. Which message says what follows from the data alone, as in the Python package. */

import type { Colour, PawnColour } from "../../board/notation";
import { parseMove, parseSpot } from "../../board/notation";
import type { MoveView, PlyView, ReasonView } from "../api/contract";
import { t } from "./i18n.svelte";

/** A kind that one message says. */
type Plain = Exclude<ReasonView["kind"], "ends" | "climbs" | "takes_colour" | "new_colour" | "loses_colour">;

/** A move: where its pawn goes and what it takes. */
export function moveWords(move: MoveView): string {
  if (parseMove(move.move).pawn === null) return t("moves.pass");
  const wires = move.wires?.length ?? 0;
  const words = [wayWords(move), takingWords(move)];
  return [...words, ...(wires ? [t("moves.trips", { n: wires })] : [])].join(", ");
}

/** A ply, and who made it. */
export function plyWords(ply: PlyView, name: string): string {
  return t("moves.ply", { name, words: moveWords(ply) });
}

function wayWords(move: MoveView): string {
  const { pawn, backward } = parseMove(move.move);
  const spot = parseSpot(move.to ?? "0");
  if ("step" in spot) return t("moves.climb", { pawn: mover(pawn), step: spot.step });
  return t(backward ? "moves.back" : "moves.go", { pawn: mover(pawn), place: spot.place });
}

function takingWords(move: MoveView): string {
  const { climbs, side } = parseMove(move.move);
  if (climbs) return t(move.disc ? "moves.bonus" : "moves.leave");
  if (!move.takes || side === null) return t("moves.nothing");
  return t(`moves.${side}`, { disc: prize(move.disc), place: move.takes });
}

/** A reason; the seat that moves is "you", the others have their names. */
export function reasonWords(reason: ReasonView, names: readonly string[]): string {
  switch (reason.kind) {
    case "ends":
      return t("reasons.ends", { result: resultWords(reason, names) });
    case "climbs":
      return t("reasons.climbs", { ...valuesOf(reason, names), gains: gainsWords(reason, names) });
    case "takes_colour":
      return t("reasons.takes_colour", { disc: prize(reason.colour), worth: worthWords(reason) });
    case "new_colour":
      return t("reasons.new_colour", { colour: colourName(reason.colour), whites: whitesWords(reason, "+1") });
    case "loses_colour":
      return t("reasons.loses_colour", { whites: whitesWords(reason, "-1") });
    default:
      return t(`reasons.${messageOf(reason, reason.kind)}`, valuesOf(reason, names));
  }
}

/** Which message says a plain reason: four of them have two. */
function messageOf(reason: ReasonView, kind: Plain) {
  if (kind === "takes_white" && reason.colours) return "takes_white_now";
  if (kind === "denies" && reason.holds) return "denies_holder";
  if (kind === "advances" && reason.is_nearest) return "advances_nearest";
  if (kind === "spends_black" && !reason.left) return "spends_last";
  return kind;
}

/** Whatever a message may ask for. */
function valuesOf(reason: ReasonView, names: readonly string[]): Record<string, string | number> {
  const { step, mine, most, less, holds, colours, moves } = reason;
  return {
    ...zeroIfMissing({ step, mine, most, less, holds, colours, moves }),
    n: reason.wires ?? reason.blacks ?? reason.left ?? mine ?? 0,
    points: (mine ?? 0) * (step ?? 0),
    pawn: mover(reason.pawn),
    disc: prize(reason.disc),
    colour: colourName(reason.pawn),
    name: nameOf(reason.seat, names),
  };
}

function resultWords({ mine, others }: ReasonView, names: readonly string[]): string {
  const own = mine ?? 0;
  if (!others?.length) return t("reasons.have", { mine: own });
  const best = Math.max(...others.map((other) => other.number));
  const who = t(`reasons.${own > best ? "win" : own === best ? "tie" : "lose"}`);
  if (others.length === 1) return t("reasons.to", { who, mine: own, best });
  const told = others.map(({ seat, number }) => t("reasons.has", { name: nameOf(seat, names), number }));
  return t("reasons.with", { who, mine: own, others: told.join(", ") });
}

function gainsWords({ step, mine, others }: ReasonView, names: readonly string[]): string {
  const gain = (discs: number) => gainWords(discs * (step ?? 0));
  const theirs = (others ?? []).map(({ seat, number }) =>
    t("reasons.for_other", { gain: gain(number), name: nameOf(seat, names) }),
  );
  return [t("reasons.for_you", { gain: gain(mine ?? 0) }), ...theirs].join(", ");
}

function worthWords({ mine, least, most }: ReasonView): string {
  if (least === most) return t("reasons.for_you", { gain: gainWords(most ?? 0) });
  return t(mine === 1 ? "reasons.first" : "reasons.each", zeroIfMissing({ mine, least, most }));
}

function whitesWords({ whites }: ReasonView, change: string): string {
  return t("reasons.whites", { n: whites ?? 0, change });
}

function gainWords(points: number): string {
  return points ? `+${points}` : t("reasons.nothing");
}

function zeroIfMissing(numbers: Record<string, number | null | undefined>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, number ?? 0]));
}

function nameOf(seat: number | null | undefined, names: readonly string[]): string {
  return names[(seat ?? 0) - 1] ?? "";
}

/** What a pawn is called where it moves. */
function mover(pawn: string | null | undefined): string {
  return pawn ? t(`colours.${pawn as PawnColour}_mover`) : "";
}

/** What a disc is called where it is taken. */
function prize(disc: string | null | undefined): string {
  return disc ? t(`colours.${disc as Colour}_prize`) : "";
}

function colourName(colour: string | null | undefined): string {
  return colour ? t(`colours.${colour as Colour}`) : "";
}
