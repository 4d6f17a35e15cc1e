/** What this browser keeps for us. Where it is forbidden to keep anything, nothing is known and nothing is kept. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Then it holds for as long as the page is open.
  }
}
