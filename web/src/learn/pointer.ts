/** A quiet pointer at a spot of a board. */

import type { Attachment } from "svelte/attachments";

import type { PawnColour, Position } from "../board/notation";
import { spotName } from "../board/notation";

/** Where the board has a pawn: those that wait at the start stand side by side. */
export function pawnSpot(position: Position, pawn: PawnColour): string {
  const name = spotName(position.pawns.get(pawn) ?? { place: 0 });
  return name === "0" ? `0${pawn}` : name;
}

/** Mark a spot of the board inside an element, whenever the board draws it; null marks none. */
export function pointAt(spot: string | null): Attachment<HTMLElement> {
  return (element) => {
    const mark = (): void => {
      for (const button of element.querySelectorAll<HTMLElement>("[data-spot]")) {
        button.toggleAttribute("data-pointed", button.dataset["spot"] === spot);
      }
    };
    const drawing = new MutationObserver(mark);
    drawing.observe(element, { childList: true, subtree: true });
    mark();
    return () => drawing.disconnect();
  };
}
