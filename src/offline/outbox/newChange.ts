import { convexToJson, type JSONValue, type Value } from "convex/values";
import type { OutboxChange } from "convex-outbox";
import type { ChangeCall } from "@domain/changes/all";
import type { Definition, NewChange } from "@domain/changes/change";
import { randomUuid } from "@/lib/randomUuid";

/** Makes a change by its definition from the shown values, and gives it an id and a time. */
export function newChange<Input extends readonly unknown[], Made extends NewChange<object> | null>(
  change: Pick<Definition<never>, "values" | "isConditional"> & {
    readonly call: ChangeCall;
    readonly make: (...input: Input) => Made;
  },
  ...input: Input
): OutboxChange | Extract<Made, null> {
  const made = change.make(...input);
  if (made === null) return made as Extract<Made, null>;
  const args = convexToJson(made.args as Value) as Record<string, JSONValue>;
  const { call } = change;
  const writes = change.values?.(made.args as never);
  const isConditional = change.isConditional?.(made.args as never);
  return {
    ...made,
    call,
    args,
    ...(writes && { writes }),
    ...(isConditional && { isConditional }),
    id: randomUuid(),
    at: Date.now(),
  };
}
