/** The log of the last game of a table, read page by page. */

import type { LogAnswer, LogLine } from "../../lib/api/contract";
import { get, tablePath } from "../../lib/api/rest";

/** All lines since the game began, and the version of the table by then. */
export async function readGame(table: string): Promise<LogAnswer> {
  const log: LogLine[] = [];
  for (;;) {
    const { version, log: page } = await get<LogAnswer>(`${tablePath(table)}/log?last_game=true&after=${last(log)}`);
    log.push(...page);
    if (page.length === 0 || last(log) >= version) return { version, log };
  }
}

function last(log: readonly LogLine[]): number {
  return log.at(-1)?.version ?? 0;
}
