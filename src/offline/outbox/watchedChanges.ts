/** The ids of changes whose response an open form shows itself. */
const watched = new Set<string>();

/** Registers a change whose response is shown by a form. Returns a function that removes it again. */
export function watchResponse(id: string): () => void {
  watched.add(id);
  return () => void watched.delete(id);
}

export function isResponseWatched(id: string): boolean {
  return watched.has(id);
}
