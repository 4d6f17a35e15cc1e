/** A stored field may be absent, but never null. */
export type WithoutNulls<Fields> = {
  [Key in keyof Fields]: Exclude<Fields[Key], null>;
};

/** null clears a field, which the database expresses as undefined. */
export function clearNulls<Fields extends object>(fields: Fields): WithoutNulls<Fields> {
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

/** Whether two stored values are equal: plain values, or lists and objects of them. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && isSame(a[name], b[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
