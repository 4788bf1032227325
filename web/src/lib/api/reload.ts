/** Loading the page anew when the server has a newer one. */

const KEY = "bigpoints.contract";

/** Load the page anew, once for each contract of the server: false if that has not helped. */
export function reloadOnce(contract: unknown): boolean {
  const wanted = String(contract);
  try {
    if (sessionStorage.getItem(KEY) === wanted) return false;
    sessionStorage.setItem(KEY, wanted);
  } catch {
    return false; // Without a memory it might reload for ever.
  }
  location.reload();
  return true;
}
