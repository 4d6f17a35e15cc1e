/** In a file apart from jobInput.ts, which would put zod into the first load of the page. */
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Merges a change, as `jobs.update` takes it, into the arguments that create a job. An empty field is left out,
 * except a field of a chosen customer, where null clears.
 */
export function withJobChange(create: Arguments, change: Arguments): Arguments {
  const {
    id: _id,
    base: _base,
    isMove: _isMove,
    customer_id: _customerId,
    customer: changed,
    ...fields
  } = change;
  const isMoved = fields["job_customer_id"] !== undefined;
  const { customer, ...merged } = { ...create, ...fields };
  const person = {
    ...(isMoved ? {} : (customer as Arguments | undefined)),
    ...(changed as Arguments | undefined),
  };
  const isChosen = merged["job_customer_id"] !== undefined;
  const shown = isChosen ? person : withoutNulls(person);
  return {
    ...withoutNulls(merged),
    ...(Object.keys(shown).length > 0 && { customer: shown }),
  };
}

function withoutNulls(fields: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  );
}
