/** The language of the page: chosen from the browser, changed at any time, its catalogue loaded when it is needed. */

import type { Key, Sections, Values } from "./messages";
import { has, said } from "./messages";

type Load = () => Promise<{ default: Sections }>;

const CATALOGUES = {
  de: [() => import("catalogue:de"), () => import("catalogue:de/more")],
  en: [() => import("catalogue:en"), () => import("catalogue:en/more")],
  es: [() => import("catalogue:es"), () => import("catalogue:es/more")],
  fr: [() => import("catalogue:fr"), () => import("catalogue:fr/more")],
  it: [() => import("catalogue:it"), () => import("catalogue:it/more")],
  nl: [() => import("catalogue:nl"), () => import("catalogue:nl/more")],
  pt: [() => import("catalogue:pt"), () => import("catalogue:pt/more")],
} satisfies Record<string, [Load, Load]>;

export type Language = keyof typeof CATALOGUES;

/** The languages, each under its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
};

let current = $state.raw<{ language: Language; sections: Sections }>({ language: "en", sections: {} });
let hasMore = false;

/** The language that is spoken now. */
export function language(): Language {
  return current.language;
}

/** A message in the language of the page. */
export function t(key: Key, values?: Values): string {
  return said(current.sections, current.language, key, values);
}

/** A message whose key is put together; undefined if there is none. */
export function maybe(key: string, values?: Values): string | undefined {
  return has(current.sections, key) ? said(current.sections, current.language, key, values) : undefined;
}

/** Speak a language from now on, with the texts of the pages that are seldom opened if they are wanted or there already. */
export async function speak(wanted: Language, more = hasMore): Promise<void> {
  const [first, later] = CATALOGUES[wanted];
  const parts = await Promise.all(more ? [first(), later()] : [first()]);
  hasMore ||= more;
  current = { language: wanted, sections: Object.assign({}, ...parts.map((part) => part.default)) as Sections };
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

/** Have the texts of the pages that are seldom opened, too. */
export async function sayMore(): Promise<void> {
  if (!hasMore) await speak(current.language, true);
}

/** The first of the wanted languages that there is; English otherwise. */
export function chosen(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in CATALOGUES);
  return (known ?? "en") as Language;
}
