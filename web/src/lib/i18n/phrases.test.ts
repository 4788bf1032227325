/** The browser says moves and reasons in the words of the Python package, which wrote them down. */

import { beforeAll, describe, expect, test } from "vitest";

import phrases from "../../../../tests/data/phrases.json";
import type { MoveView, PlyView } from "../api/contract";
import type { ReasonView } from "../api/contract";
import type { Language } from "./i18n.svelte";
import { LANGUAGES, setLanguage } from "./i18n.svelte";
import { moveWords, plyWords, reasonWords } from "./phrases";

type Words = Readonly<Record<Language, string>>;

interface Phrases {
  readonly moves: readonly { readonly move: MoveView; readonly words: Words }[];
  readonly plies: readonly { readonly ply: PlyView; readonly name: string; readonly words: Words }[];
  readonly reasons: readonly {
    readonly reason: ReasonView;
    readonly names: readonly string[];
    readonly words: Words;
  }[];
}

const PHRASES = phrases as Phrases;

describe.each(Object.keys(LANGUAGES) as Language[])("in the language %s", (language) => {
  beforeAll(() => setLanguage(language));

  test.each(PHRASES.moves)("the move $move.move to $move.to is said as the package says it", ({ move, words }) => {
    expect(moveWords(move)).toBe(words[language]);
  });

  test.each(PHRASES.plies)("the ply $ply.move says who made it", ({ ply, name, words }) => {
    expect(plyWords(ply, name)).toBe(words[language]);
  });

  test.each(PHRASES.reasons)("$words.en", ({ reason, names, words }) => {
    expect(reasonWords(reason, names)).toBe(words[language]);
  });
});
