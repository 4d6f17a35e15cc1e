/** The list in which one element was moved. */
interface Move<T> {
  readonly moved: T;
  /** The element that it then follows; null makes it the first. */
  readonly after: T | null;
}

/**
 * Moves one element behind another one. Two people who move different photos at
 * once so both keep their move. Without either element in the list, because
 * somebody removed it meanwhile, nothing changes.
 */
export function movedInList<T>(list: readonly T[], { moved, after }: Move<T>) {
  const isKnown = (element: T) => list.includes(element);
  if (moved === after || !isKnown(moved)) return [...list];
  if (after !== null && !isKnown(after)) return [...list];
  const others = list.filter((element) => element !== moved);
  const place = after === null ? 0 : others.indexOf(after) + 1;
  return others.toSpliced(place, 0, moved);
}
