import type { IncomingMessage } from "node:http";
import { RequestGate } from "../../src/requestGate";
import { DEFAULT_LIMITS, type RequestLimits, type RequestTable } from "../../src/requestLimits";

/** Convex's limits in every row, but for these. */
export function tableWith(limits: Partial<RequestLimits>): RequestTable {
  return Object.fromEntries(
    Object.entries(DEFAULT_LIMITS).map(([name, row]) => [name, { ...row, ...limits }]),
  );
}

/** A gate at which the turn of each person comes at once. */
export function aGate({
  table = DEFAULT_LIMITS,
  addressOf = () => null,
}: {
  readonly table?: RequestTable;
  readonly addressOf?: (req: IncomingMessage) => string | null;
} = {}): RequestGate {
  const leave = () => undefined;
  return new RequestGate({
    table,
    addressOf,
    personTurn: () => Promise.resolve({ leave }),
  });
}
