/** Labels of the board's spots, for screen readers. Pure. */

import type { BoardWords } from "./context";
import type { Colour, PawnColour } from "./notation";

/** Facts that the label of a place or a step states after its name. */
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

/** “Place 14, a red disc, can be taken”. */
export function spotLabel(words: BoardWords, name: string, facts: Facts): string {
  return [name, ...parts(words, facts)].join(", ");
}

function parts(words: BoardWords, facts: Facts): string[] {
  const { disc, pawn, isMovable, isChosen, isTaking, landing, isLast, isWired } = facts;
  const said = [
    disc === null && words.text("empty"),
    disc && words.piece(disc, "disc"),
    pawn && words.piece(pawn, "pawn"),
    isChosen ? words.text("chosen") : isMovable && words.text("can_move"),
    isTaking && words.text("can_take"),
    landing && words.text(landing === "forward" ? "lands" : "lands_back"),
    isLast && words.text("taken_last"),
    isWired && words.text("wire"),
  ];
  return said.filter((part) => typeof part === "string" && part !== "") as string[];
}

export function pileLabel(words: BoardWords, pile: readonly Colour[]): string {
  if (pile.length === 0) return words.text("pile_empty");
  return words.text("pile", { discs: pile.map((disc) => words.piece(disc, "disc")).join(", ") });
}
