/** Codes that people type, and links that they paste. Pure. */

import { CODE_LENGTH, CODE_LETTERS } from "../lib/api/constants";
import { href, parseRoute } from "../lib/state/router.svelte";

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);
const PLACES = ["table", "seat"];

/** The address that a typed code or a pasted link leads to; null if it is neither. */
export function readCode(text: string): string | null {
  const { page, rest } = parseRoute(text.includes("#") ? text.slice(text.indexOf("#")).trim() : "");
  const code = tidy(rest[0] ?? text);
  if (!CODE.test(code)) return null;
  return href(PLACES.includes(page) ? page : "table", code);
}

/** A code as the server writes it, from one that was read out or typed. */
function tidy(text: string): string {
  return text.replace(/[\s\p{Pd}_.]/gu, "").toUpperCase();
}
