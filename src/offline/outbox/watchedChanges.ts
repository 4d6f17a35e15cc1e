/** The ids of changes whose response an open form shows itself. */
const watched = new Set<string>();

/** Returns the function that ends it. */
export function watchResponse(id: string): () => void {
  watched.add(id);
  return () => void watched.delete(id);
}

export function isResponseWatched(id: string): boolean {
  return watched.has(id);
}
