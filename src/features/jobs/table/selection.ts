/** The rows that a person has selected, by key, and the row at which a range begins. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), anchor: null };

/** Selects a row, or no longer selects it. The next range begins there. */
export function toggled({ keys }: Selection, key: string): Selection {
  return { keys: withKeys(keys, [key], !keys.has(key)), anchor: key };
}

/** Selects all rows from the anchor to `to`, in the present order, or deselects them if the anchor is deselected. */
export function withRange(selection: Selection, to: string, order: readonly string[]): Selection {
  const { keys, anchor } = selection;
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const until = order.indexOf(to);
  // The row at which the range began has left the list.
  if (anchor === null || from < 0 || until < 0) return toggled(selection, to);
  const range = order.slice(Math.min(from, until), Math.max(from, until) + 1);
  return { keys: withKeys(keys, range, keys.has(anchor)), anchor };
}

/** Extends the selection from the row that has the focus to its neighbor. */
export function extended(
  selection: Selection,
  [from, to]: readonly [string, string],
  order: readonly string[],
): Selection {
  const { keys, anchor } = selection;
  const continues = anchor !== null && keys.has(anchor);
  const base = { keys: withKeys(keys, [from], true), anchor: from };
  return withRange(continues ? selection : base, to, order);
}

/** Selects every row of the list, or none of them if all are selected. */
export function allToggled({ keys }: Selection, order: readonly string[]): Selection {
  const isAll = order.every((key) => keys.has(key));
  return { keys: withKeys(keys, order, !isAll), anchor: null };
}

function withKeys(
  keys: ReadonlySet<string>,
  changed: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of changed)
    if (isSelected) next.add(key);
    else next.delete(key);
  return next;
}
