import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob } from "../../../support/builders";
import { FakeSocket, openAppClient } from "../../../support/fakeSocket";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sentCalls = () =>
  FakeSocket.last()
    .sent.filter(({ type }) => type === "Mutation" || type === "Action")
    .map(({ args }) => (args as readonly object[])[0]);

test("names the sender with every mutation and action, and keeps the sender of a stored call", async () => {
  const client = await openAppClient();
  const job = aNewJob();
  client.setSender("office-1:ana");
  void client.mutation(api.jobs.create, job);
  FakeSocket.last().open();
  void client.action(api.seed.deleteAllData, {});
  void client.mutation(api.jobs.create, { ...job, sentFor: "office-2:ana" });
  client.setSender(undefined);
  void client.action(api.seed.deleteAllData, {});
  expect(sentCalls()).toEqual([
    { ...job, sentFor: "office-1:ana" },
    { sentFor: "office-1:ana" },
    { ...job, sentFor: "office-2:ana" },
    {},
  ]);
  await client.close();
});
