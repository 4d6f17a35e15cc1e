const LOCK = "downspout:draft:";

/** While a draft is open in a tab, no other tab offers it. Returns a function that releases the draft. */
export function holdDraft(id: string): () => void {
  // Absent without https: a draft is then offered in every tab.
  if (!("locks" in navigator)) return () => undefined;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks.request(LOCK + id, () => released);
  return release;
}

/** The ids of the drafts that are open in any tab. */
export async function openDrafts(): Promise<ReadonlySet<string>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name.slice(LOCK.length)));
}
