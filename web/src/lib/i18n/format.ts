/** Messages of a catalogue: looked up by their keys, with plural forms and values put in. Pure. */

import type english from "../../../../src/bigpoints/locales/en.json";

export type Message = string | Readonly<Record<string, string>>;
export type Sections = Record<string, Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

type English = typeof english;
/** Every key that there is: `table.your_turn`. */
export type Key = { [S in keyof English]: `${S}.${keyof English[S] & string}` }[keyof English];

/** A message in words; its plural form follows `n`. */
export function format(sections: Sections, language: string, key: string, values: Values = {}): string {
  const message = found(sections, key);
  const text = typeof message === "string" ? message : plural(message, language, Number(values["n"]));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => formatValue(values[name], language) ?? whole);
}

/** Whether there is a message of this key. */
export function has(sections: Sections, key: string): boolean {
  const [section, name] = split(key);
  return sections[section]?.[name] !== undefined;
}

function found(sections: Sections, key: string): Message {
  const [section, name] = split(key);
  return sections[section]?.[name] ?? key;
}

function split(key: string): [string, string] {
  const dot = key.indexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}

function plural(forms: Readonly<Record<string, string>>, language: string, n: number): string {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms["other"] ?? "";
}

/** A value as the language writes it. Whole numbers below 1000 are the same in all of them; the others take long. */
function formatValue(value: string | number | undefined, language: string): string | undefined {
  if (typeof value !== "number") return value;
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : value.toLocaleString(language);
}
