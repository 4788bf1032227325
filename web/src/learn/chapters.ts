/** The chapters of the rules page: their texts, and the boards that show what they say. */

import type { Key } from "../lib/i18n/format";
import { PICTURES } from "./lessons";

export interface Chapter {
  readonly title: Key;
  readonly texts: readonly Key[];
  readonly list?: readonly Key[];
  readonly picture?: { readonly start: string; readonly caption: Key; readonly large?: boolean };
  /** Whether an example of a count follows. */
  readonly example?: boolean;
}

export const CHAPTERS: readonly Chapter[] = [
  { title: "rules.aim", texts: ["rules.aim_1", "rules.aim_2"] },
  {
    title: "rules.board",
    texts: ["rules.board_1", "rules.board_2", "rules.board_3"],
    picture: { start: PICTURES.board, caption: "rules.board_picture", large: true },
  },
  {
    title: "rules.move",
    texts: ["rules.move_1", "rules.move_2"],
    picture: { start: PICTURES.move, caption: "rules.move_picture" },
  },
  {
    title: "rules.take",
    texts: ["rules.take_1", "rules.take_2", "rules.take_3", "rules.take_4"],
    picture: { start: PICTURES.take, caption: "rules.take_picture" },
  },
  {
    title: "rules.climb",
    texts: ["rules.climb_1", "rules.climb_2"],
    picture: { start: PICTURES.climb, caption: "rules.climb_picture" },
  },
  {
    title: "rules.black",
    texts: ["rules.black_1", "rules.black_2", "rules.black_3"],
    picture: { start: PICTURES.black, caption: "rules.black_picture" },
  },
  {
    title: "rules.count",
    texts: ["rules.count_1", "rules.count_2", "rules.count_3", "rules.count_4"],
    example: true,
  },
  { title: "rules.series", texts: ["rules.series_1"] },
  {
    title: "rules.options",
    texts: ["rules.options_1"],
    list: [
      "rules.option_bonus",
      "rules.option_inverted",
      "rules.option_wires",
      "rules.option_open",
      "rules.option_small",
    ],
    picture: { start: PICTURES.wires, caption: "rules.wires_picture" },
  },
];
