/** Helpers for the behaviors: insert into the table of things, and read from it. */
import type { Value } from "convex/values";
import { thing } from "../../support/histories/app";
import type { Thing } from "../../support/histories/asking";
import type { Fields, RangeRead, Read, Step } from "../../support/histories/specs";
import type { ParityBackend, ParityCaller } from "../../support/parity";

/** A caller without an identity: these behaviors do not depend on it. */
export function anyone(backend: ParityBackend): ParityCaller {
  return backend.as(null);
}

export async function put(caller: ParityCaller, ...list: readonly Fields[]): Promise<string[]> {
  const steps = list.map((fields): Step => ({ do: "insert", fields }));
  const results = await caller.mutation(thing.write, { steps });
  return (results as [string, number][]).map(([id]) => id);
}

export async function ask(caller: ParityCaller, ...reads: readonly Read[]): Promise<Value[]> {
  return await caller.query(thing.read, { reads });
}

/** The keys of the documents that each read returns. */
export async function keysOf(caller: ParityCaller, ...reads: readonly Read[]): Promise<string[]> {
  const answers = await ask(caller, ...reads);
  return answers.map((answer) => (answer as unknown as Thing[]).map(({ key }) => key).join(" "));
}

export function range(
  index: string,
  bounds: RangeRead["bounds"] = [],
  more: Partial<RangeRead> = {},
): RangeRead {
  return {
    kind: "range",
    index,
    bounds,
    order: "asc",
    end: "collect",
    ...more,
  };
}
