/** A stored field may be absent, but never null. */
export type WithoutNulls<Fields> = {
  [Key in keyof Fields]: Exclude<Fields[Key], null>;
};

/** null clears a field, which the database expresses as undefined. */
export function clearNulls<Fields extends object>(
  fields: Fields,
): WithoutNulls<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value ?? undefined]),
  ) as WithoutNulls<Fields>;
}

/**
 * The part of `change` that differs from the row. A save without differences
 * then writes nothing and invalidates no query.
 */
export function changedFields<Row extends object, Change extends Partial<Row>>(
  row: Row,
  change: Change,
): Partial<Change> {
  const changed = Object.entries(change).filter(
    ([key, value]) => !isSame(row[key as keyof Row], value),
  );
  return Object.fromEntries(changed) as Partial<Change>;
}

/**
 * The present values of the fields that a change replaces although they are not
 * what the person saw; null if there are none.
 */
export function replacedFields(
  row: object,
  change: object,
  base: object = {},
): Record<string, unknown> | null {
  const present = row as Readonly<Record<string, unknown>>;
  const wanted = change as Readonly<Record<string, unknown>>;
  const replaced = Object.entries(base)
    .filter(
      ([field, seen]) =>
        field in wanted &&
        !isSame(present[field] ?? null, seen) &&
        !isSame(present[field], wanted[field]),
    )
    .map(([field]) => [field, present[field] ?? null] as const);
  return replaced.length === 0 ? null : Object.fromEntries(replaced);
}

export function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0;
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => value === b[at]);
  return a === b;
}
