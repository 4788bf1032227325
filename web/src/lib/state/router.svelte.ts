/** The current route: the part of the address behind `#`. */

export interface Route {
  readonly page: string;
  /** What comes behind the page: `TABLE` in `#/table/TABLE`. */
  readonly rest: readonly string[];
}

/** The route that an address names. */
export function parseRoute(hash: string): Route {
  const [page = "", ...rest] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  return { page, rest: rest.filter((part) => part !== "") };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let here = $state.raw(parseRoute(typeof location === "undefined" ? "" : location.hash));

/** The current route. */
export function route(): Route {
  return here;
}

/** Whether this is no address of ours: the server sends the page there, too, and it knows only what is behind `#`. */
export function isElsewhere(): boolean {
  return !["/", "/index.html"].includes(location.pathname);
}

/** Follow the address from now on. */
export function followAddress(): void {
  addEventListener("hashchange", () => {
    here = parseRoute(location.hash);
  });
}

/** The address of a page. */
export function href(page: string, ...rest: readonly string[]): string {
  return "#/" + [page, ...rest].map(encodeURIComponent).join("/");
}

/** Go to a page; `instead` leaves no way back to this one. */
export function go(target: string, instead = false): void {
  if (instead) location.replace(target);
  else location.hash = target;
}
