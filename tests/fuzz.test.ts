import { beforeAll, expect, it } from "vitest";
import { fuzz } from "../packages/embedded-convex/tests/fuzz/run";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";
import { loadModules } from "../server/modules";
import { fuzzedServer } from "./fuzz/downspout";
import { buildServer } from "./support/builtServer";

beforeAll(buildServer);

// packages/embedded-convex has a longer run against its chat application.
it("withstands malformed calls of its functions and requests to its routes without disturbing another client", async () => {
  const { faults, tally, memory, times } = await fuzz(
    fuzzedServer(loadModules()),
    {
      messages: 9_000,
      requests: 2_000,
      seed: 20_261_120,
      dataDir: temporaryFolder(),
    },
  );
  expect(faults).toEqual([]);
  expect(tally.messages).toBeGreaterThanOrEqual(9_000);
  expect(tally.requests).toBeGreaterThanOrEqual(2_000);
  expect(memory).toHaveLength(5);
  // Functions ran, also with bad arguments, and the control client worked meanwhile.
  for (const kind of [
    "MutationResponse, success",
    "MutationResponse, error",
    "ActionResponse, success",
    "Transition",
    "AuthError",
    "HTTP 200",
    "HTTP 400",
    "HTTP 404",
    "HTTP 560",
  ]) {
    expect(tally.counts.get(kind), kind).toBeGreaterThan(5);
  }
  expect(times.length).toBeGreaterThan(100);
}, 240_000);
