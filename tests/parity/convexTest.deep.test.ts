import { expect, it } from "vitest";
import { openBackend, type Caller } from "../support/convexHarness";
import type {
  ParityBackend,
  ParityCaller,
} from "../../packages/embedded-convex/tests/support/parity";
import { behaviors } from "./behaviors";

/** convex-test, Convex's own test double, as the reference. */
function openParityBackend(): ParityBackend {
  const t = openBackend();
  return {
    as: (identity) => callerOn(identity === null ? t : t.withIdentity({ ...identity })),
  };
}

function callerOn(caller: Caller): ParityCaller {
  // The calls are the same; only convex-test's types let arguments be omitted.
  const calls = caller as unknown as Pick<ParityCaller, "query" | "mutation" | "action">;
  return {
    query: async (query, args) => await calls.query(query, args),
    mutation: async (mutation, args) => await calls.mutation(mutation, args),
    action: async (action, args) => await calls.action(action, args),
    fetchUpload: async (url, { contentType, body }) => {
      const { pathname, search } = new URL(url);
      const headers = { "Content-Type": contentType };
      return await caller.fetch(pathname + search, {
        method: "POST",
        headers,
        body,
      });
    },
  };
}

it.each(behaviors)("$name", async ({ run, shows }) => {
  expect(await run(openParityBackend())).toEqual(shows);
});
