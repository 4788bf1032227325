/** Gives all boards the language and the display settings of the page, and the places of its seats. */

import { setBoardContext } from "../../board/context";
import type { PawnColour } from "../../board/notation";
import { t } from "../i18n/i18n.svelte";
import { pace, settings } from "../state/settings.svelte";

/** Set the context of all boards below; call it while a component is set up. Seats are what has `data-seat`. */
export function provideBoardContext(): void {
  setBoardContext({
    words: {
      text: (key, values) => t(`board.${key}`, values),
      piece: (colour, kind) =>
        kind === "disc" ? t(`colours.${colour}_disc`) : t(`colours.${colour as PawnColour}_pawn`),
    },
    get letters() {
      return settings.letters;
    },
    get pace() {
      return pace();
    },
    seatBox: (seat) => document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect(),
  });
}
