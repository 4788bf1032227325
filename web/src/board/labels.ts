/** The spots of the board in words. */

import { maybe, t } from "../lib/i18n/i18n.svelte";
import type { Colour, PawnColour } from "./notation";

/** What there is to say of a place or a step, besides which it is. */
export interface Facts {
  readonly disc?: Colour | null;
  readonly pawn?: PawnColour | undefined;
  readonly isMovable?: boolean;
  readonly isChosen?: boolean;
  readonly isTaking?: boolean;
  readonly landing?: "forward" | "backward" | undefined;
  readonly isLast?: boolean;
  readonly isWired?: boolean;
}

function discLabel(disc: Colour): string {
  return maybe(`colours.${disc}_disc`) ?? disc;
}

export function pawnLabel(pawn: PawnColour): string {
  return maybe(`colours.${pawn}_pawn`) ?? pawn;
}

/** “Place 14, a red disc, can be taken”. */
export function spotLabel(name: string, facts: Facts): string {
  return [name, ...said(facts)].join(", ");
}

function said({ disc, pawn, isMovable, isChosen, isTaking, landing, isLast, isWired }: Facts): string[] {
  const parts = [
    disc === null && t("board.empty"),
    disc && discLabel(disc),
    pawn && pawnLabel(pawn),
    isChosen ? t("board.chosen") : isMovable && t("board.can_move"),
    isTaking && t("board.can_take"),
    landing && t(landing === "forward" ? "board.lands" : "board.lands_back"),
    isLast && t("board.taken_last"),
    isWired && t("board.wire"),
  ];
  return parts.filter((part) => typeof part === "string" && part !== "") as string[];
}

export function pileLabel(pile: readonly Colour[]): string {
  return pile.length === 0 ? t("board.pile_empty") : t("board.pile", { discs: pile.map(discLabel).join(", ") });
}
