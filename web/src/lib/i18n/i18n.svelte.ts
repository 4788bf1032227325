/** The language of the page: chosen from the browser, changed at any time, its catalogue loaded when it is needed. */

import type { Key, Sections, Values } from "./format";
import { format, has } from "./format";

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
/** The language to change to once it is loaded; `newest` is the wait for it. */
let wanted: Language = "en";
let wantsMoreTexts = false;
let newest: Promise<void> = Promise.resolve();

/** The language that is spoken now. */
export function language(): Language {
  return current.language;
}

/** A message in the language of the page. */
export function t(key: Key, values?: Values): string {
  return format(current.sections, current.language, key, values);
}

/** A message whose key is put together; undefined if there is none. */
export function maybe(key: string, values?: Values): string | undefined {
  return has(current.sections, key) ? format(current.sections, current.language, key, values) : undefined;
}

/** Change the language; rejects if its texts cannot be loaded, and then nothing changes. */
export async function setLanguage(language: Language): Promise<void> {
  return want(language, wantsMoreTexts);
}

/** Load the texts of the pages that are seldom opened, too. */
export async function loadMoreTexts(): Promise<void> {
  return wantsMoreTexts ? newest : want(wanted, true);
}

/** Fetch those texts ahead of time. */
export function preloadMoreTexts(language: Language): void {
  CATALOGUES[language][1]().catch(() => undefined); // `loadMoreTexts` reports the failure.
}

/** The request made last wins, however long each takes to load; earlier ones wait for it. */
async function want(language: Language, more: boolean): Promise<void> {
  const before = [wanted, wantsMoreTexts] as const;
  [wanted, wantsMoreTexts] = [language, more];
  const mine: Promise<void> = load(language, more).then(
    (sections) => (mine === newest ? use(language, sections) : newest),
    (error: unknown) => {
      if (mine === newest) [wanted, wantsMoreTexts] = before;
      throw error;
    },
  );
  newest = mine;
  return mine;
}

async function load(language: Language, more: boolean): Promise<Sections> {
  const [first, later] = CATALOGUES[language];
  const parts = await Promise.all(more ? [first(), later()] : [first()]);
  return Object.assign({}, ...parts.map((part) => part.default)) as Sections;
}

function use(language: Language, sections: Sections): void {
  current = { language, sections };
  if (typeof document !== "undefined") document.documentElement.lang = language;
}

/** The first of the wanted languages that there is; English otherwise. */
export function pickLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in CATALOGUES);
  return (known ?? "en") as Language;
}
