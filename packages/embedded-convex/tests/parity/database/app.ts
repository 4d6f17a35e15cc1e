/** References to the functions of `functions.ts` by name, as a client uses them. */
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import type { Kind } from "./functions";

const q = <Args extends Record<string, Value>, Result extends Value | void>(name: string) =>
  makeFunctionReference<"query", Args, Result>(name);
const m = <Args extends Record<string, Value>, Result extends Value | void>(name: string) =>
  makeFunctionReference<"mutation", Args, Result>(name);
const a = <Args extends Record<string, Value>, Result extends Value | void>(name: string) =>
  makeFunctionReference<"action", Args, Result>(name);

type Nothing = Record<string, never>;
type ScheduledId = { id: string };

export const app = {
  given: (kind: Kind) => q<Record<string, Value>, string>(`given:${kind}`),
  optional: q<Record<string, Value>, number>("optional:number"),
  returned: (kind: Kind) => q<{ value: Value }, Value>(`returned:${kind}`),
  computes: q<{ op: string; by: Value; result: Value }, string[]>("filters:computes"),
  table: q<{ order?: "desc"; take: number }, string[]>("reads:table"),
  unique: q<{ key: string }, string | null>("reads:unique"),
  normalize: q<{ id: string }, boolean>("reads:normalize"),
  noSuchIndex: q<Nothing, number>("reads:noSuchIndex"),
  twoPages: q<Nothing, boolean[]>("reads:twoPages"),
  clear: m<Nothing, void>("writes:clear"),
  insertStrict: m<{ fields: Value }, null>("writes:insertStrict"),
  patchStrict: m<{ fields: Value }, null>("writes:patchStrict"),
  countStrict: q<Nothing, number>("writes:countStrict"),
  byId: m<{ op: string; id: string; fields?: Value }, null>("writes:byId"),
  insertThings: m<{ list: Value[] }, null>("writes:insertThings"),
  cutThing: m<{ text: string; cut: number }, null>("writes:cutThing"),
  cutText: q<{ text: string; cut: number }, string>("writes:cutText"),
  creationTimes: m<Nothing, number[]>("writes:creationTimes"),
  idOfStrict: m<Nothing, string>("writes:idOfStrict"),
  after: m<{ ms: number; key: string }, string>("scheduled:after"),
  at: m<{ ms: number; key: string }, string>("scheduled:at"),
  thenThrow: m<{ key: string }, null>("scheduled:thenThrow"),
  selfCancel: m<Nothing, string>("scheduled:selfCancel"),
  cancel: m<ScheduledId, null>("scheduled:cancel"),
  scheduledFunction: q<
    ScheduledId,
    {
      name: string;
      args: Value[];
      state: string;
      completedTime: number | null;
    } | null
  >("scheduled:get"),
  store: a<{ text: string; type?: string }, string>("files:store"),
  readFile: a<{ id: string }, string | null>("files:read"),
  url: q<{ id: string }, boolean>("files:url"),
  metadata: q<{ id: string }, { size: number; contentType: string | null; sha256: string } | null>(
    "files:metadata",
  ),
  removeFile: m<{ id: string }, null>("files:remove"),
  inQuery: q<Nothing, Value>("environment:inQuery"),
  inMutation: m<Nothing, Value>("environment:inMutation"),
  inAction: a<Nothing, Value>("environment:inAction"),
  fetchInQuery: q<Nothing, string[]>("environment:fetchInQuery"),
  fetchInMutation: m<Nothing, string[]>("environment:fetchInMutation"),
  error: q<Nothing, null>("faults:error"),
  nested: q<{ depth: number }, Value>("faults:nested"),
  forgottenRead: q<Nothing, number>("faults:forgottenRead"),
  forgottenWrite: m<Nothing, null>("faults:forgottenWrite"),
  timeStandsStill: q<Nothing, boolean>("faults:timeStandsStill"),
  convexError: m<{ data: Value }, null>("faults:convexError"),
  missing: m<{ key: string }, null>("scheduled:missing"),
  internal: m<{ key: string }, null>("scheduled:note"),
};
