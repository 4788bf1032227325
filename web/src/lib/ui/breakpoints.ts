/** The screens that styles tell apart, by name: `@media (--phone), (--flat)`. The build puts the conditions in.

Each is a list of features joined by `and`. A component that depends only on its own room asks `@container`.

Seven are kinds of screens. Two divide them further where a page lays out its whole window, which no container holds:
`flat-wide`, where a column fits beside a low board, and `desk-tall`, where a hint fits below the log. */

/** A desk: room for the log beside the board. */
export const DESK = "(min-width: 900px) and (min-height: 521px) and (orientation: landscape)";

export const SCREENS: Readonly<Record<string, string>> = {
  /** The smallest phones, upright. */
  tiny: "(max-width: 380px)",
  /** Phones, upright. */
  phone: "(max-width: 559px)",
  /** Phones on their side; the wide ones are all but the smallest. */
  flat: "(orientation: landscape) and (max-height: 520px)",
  "flat-wide": "(orientation: landscape) and (max-height: 520px) and (min-width: 641px)",
  /** Tablets, upright. */
  tablet: "(min-width: 700px) and (orientation: portrait)",
  /** Room for two columns. */
  wide: "(min-width: 780px)",
  desk: DESK,
  /** Room for a hint under the log. */
  "desk-tall": "(orientation: landscape) and (min-height: 720px)",
  /** Screens that people see from afar. */
  wall: "(min-width: 2200px) and (min-height: 1200px)",
};
