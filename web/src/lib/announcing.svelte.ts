/** What screen readers are told: moves in words, turns, what was refused. */

let words = $state("");
let turn = 0;

/** What is being said. */
export function announcement(): string {
  return words;
}

/** Say something to those who listen to the page. Said twice, it is heard twice. */
export function announce(text: string): void {
  words = text + (turn++ % 2 ? "\u00a0" : "");
}
