/** The move of one element of a list. */
interface Move<T> {
  readonly moved: T;
  /** The element behind which it is moved; null moves it to the start. */
  readonly after: T | null;
}

/**
 * Moves one element behind another one, so that two people who move different photos at once both keep their move. If
 * either element is not in the list, because somebody removed it meanwhile, nothing changes.
 */
export function movedInList<T>(list: readonly T[], { moved, after }: Move<T>) {
  const isKnown = (element: T) => list.includes(element);
  if (moved === after || !isKnown(moved)) return [...list];
  if (after !== null && !isKnown(after)) return [...list];
  const others = list.filter((element) => element !== moved);
  const index = after === null ? 0 : others.indexOf(after) + 1;
  return others.toSpliced(index, 0, moved);
}
