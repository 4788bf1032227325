/** Announcements to screen readers: moves in words, turns, refusals. */

const TOGETHER_MS = 150; // What comes so soon after something else would cut it short.

let words = $state("");
let said = ""; // The same, for us: whoever announces must not depend on what is announced.
let turn = 0;
let since = -Infinity;

/** The current announcement. */
export function announcement(): string {
  return words;
}

/** Say something to those who listen to the page. Said twice, it is heard twice. */
export function announce(text: string): void {
  const now = performance.now();
  said = now - since < TOGETHER_MS ? `${said} ${text}` : text;
  since = now;
  words = said + (turn++ % 2 ? "\u00a0" : "");
}
