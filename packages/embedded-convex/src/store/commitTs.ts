/** Replaces Convex's commit timestamp placeholder (`$commitTs`) once the timestamp is known. */
import type { JSONValue } from "convex/values";
import { encodeInt64, valueType } from "./encodedValue";

export function resolveCommitTs(value: JSONValue, ts: bigint): JSONValue {
  switch (valueType(value)) {
    case "commitTs":
      return encodeInt64(ts);
    case "array":
      return (value as JSONValue[]).map((item) => resolveCommitTs(item, ts));
    case "object":
      return Object.fromEntries(
        Object.entries(value as Record<string, JSONValue>).map(([name, field]) => [
          name,
          resolveCommitTs(field, ts),
        ]),
      );
    default:
      return value;
  }
}
