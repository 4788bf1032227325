/** Modules that are bundled together: many small files compress badly, and each waits for the one that imports it. */

interface Chunk {
  readonly name: string;
  /** The beginnings of paths from web/ on. */
  readonly paths: readonly string[];
  /** A module of two chunks goes into the one with the higher priority. */
  readonly priority: number;
}

export const CHUNKS: readonly Chunk[] = [
  {
    name: "shared",
    paths: [
      ...inFolder("src/lib", ["api/", "i18n/", "state/", "feedback/"]),
      ...inFolder("src/lib/ui", ["Announcer", "Deferred", "Problem", "RefusedNote", "Segments", "Switch", "TopBar"]),
      ...inFolder("src/lib/ui", ["board_context", "LevelChoice"]),
      ...inFolder("src/board", ["DiscIcon", "PawnIcon", "context", "notation", "pieces"]),
      ...inFolder("src/pages", ["LanguageChoice", "tables"]),
      "node_modules/svelte/",
    ],
    priority: 2,
  },
  {
    name: "board",
    paths: [
      "src/board/",
      "src/lib/ui/Icon.",
      ...inFolder("src/table/play", ["ChoiceBar", "ChoiceWords", "ConnectionNote", "HandBar", "SeatCards", "TurnLog"]),
      ...inFolder("src/table/play", ["choice_text", "controller", "duty", "narrator", "pass_device", "selection"]),
      ...inFolder("src/table/play", ["turn_history", "undo"]),
      "src/table/end/result_text.",
      ...inFolder("src/table/people", ["ReturnToSeat", "stand_ins"]),
    ],
    priority: 1,
  },
];

/** What the bundler groups modules by. */
export const GROUPS = CHUNKS.map(({ name, paths, priority }) => ({ name, priority, test: patternOf(paths) }));

/** Names without an ending are modules, whatever their ending is. */
function inFolder(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}${name.endsWith("/") ? "" : "."}`);
}

function patternOf(paths: readonly string[]): RegExp {
  return new RegExp(paths.map((path) => path.replaceAll(".", "[.]")).join("|"));
}
