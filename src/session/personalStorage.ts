/** The prefix of the keys of sessionStorage that belong to the signed-in person. */
const PERSONAL = "downspout.";

/** Removes at sign-out what this tab remembers of the person. */
export function clearPersonalStorage(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PERSONAL)) sessionStorage.removeItem(key);
}
