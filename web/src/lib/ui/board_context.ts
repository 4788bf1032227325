/** The boards of this page: in its language, shown as the settings say. */

import { setBoardContext } from "../../board/context";
import type { PawnColour } from "../../board/notation";
import { t } from "../i18n/i18n.svelte";
import { pace, settings } from "../state/settings.svelte";

/** Hand words and settings to all boards below; to be called where a component begins. */
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
  });
}
