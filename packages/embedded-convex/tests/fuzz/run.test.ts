import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { chatApplication } from "./chatApplication";
import { fuzz } from "./run";

it("withstands 20,000 malformed messages and requests without disturbing another client", async () => {
  const { faults, tally, memory, times } = await fuzz(chatApplication, {
    messages: 18_000,
    requests: 2_000,
    seed: 20_261_120,
    dataDir: temporaryFolder(),
  });
  expect(faults).toEqual([]);
  expect(tally.messages).toBeGreaterThanOrEqual(18_000);
  expect(tally.requests).toBeGreaterThanOrEqual(2_000);
  expect(memory).toHaveLength(5);
  // Functions ran, connections were closed, and the control client worked meanwhile.
  for (const kind of [
    "MutationResponse, success",
    "MutationResponse, error",
    "ActionResponse, success",
    "Transition",
    "AuthError",
    "closed with 1002",
    "closed with 1007",
    "raw websocket closed",
    "HTTP 200",
    "HTTP 400",
    "HTTP 404",
    "HTTP 560",
  ]) {
    expect(tally.counts.get(kind), kind).toBeGreaterThan(5);
  }
  expect(times.length).toBeGreaterThan(100);
}, 240_000);
