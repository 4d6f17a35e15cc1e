import { ROW_EXISTS } from "../../domain/calls/intents";
import { conflict, invalid } from "./errors";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a key from a device: a UUID, which no id of ours is. */
export function isClientKey(text: string): boolean {
  return UUID.test(text);
}

/** Throws if the argument `field` is not a UUID. */
export function requireUuid(field: string, text: unknown): asserts text is string {
  if (typeof text !== "string" || !UUID.test(text)) throw invalid(field, "Send a UUID.");
}

/** Throws if the text is not a client key, or if a row has it already. */
export function requireNewKey(clientKey: string, existing: object | null): void {
  requireUuid("clientKey", clientKey);
  if (existing !== null) throw conflict(ROW_EXISTS);
}
