/** The keys of the table, and what each of them does. Pure. */

import type { PawnColour } from "../../board/notation";
import { PAWNS } from "../../board/notation";

export type Act = "end" | "undo" | "hint" | "log" | "sound" | "shortcuts" | "cancel";
export type KeyAction = { readonly pawn: PawnColour } | { readonly option: number } | { readonly act: Act };

const ACTS: Readonly<Record<string, Act>> = {
  ".": "end",
  E: "end",
  U: "undo",
  H: "hint",
  L: "log",
  M: "sound",
  "?": "shortcuts",
  ESCAPE: "cancel",
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** What a key asks for; null if it is none of ours. */
export function parseKey(pressed: KeyPress): KeyAction | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const key = pressed.key.toUpperCase();
  const act = ACTS[key];
  if (act !== undefined) return { act };
  if (/^[1-4]$/.test(key)) return { option: Number(key) - 1 };
  const pawn = PAWNS.find((colour) => colour === key);
  return pawn === undefined ? null : { pawn };
}

/** Whether somebody writes there, so that keys are letters. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
