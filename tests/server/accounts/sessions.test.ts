import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AccountsDatabase } from "../../../server/accounts/accountsDatabase";
import { watchSessions } from "../../../server/accounts/sessions";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database in which other programs make commits, with one open session. */
function aWatch(onEnded: () => Promise<void>) {
  const commits = { ofOthers: 1 };
  const sqlite = {
    prepare: () => ({
      get: (id: string) => (id === "open" ? { 1: 1 } : undefined),
    }),
    pragma: () => commits.ofOthers,
  };
  const database = { sqlite } as unknown as AccountsDatabase;
  const log = memoryLog();
  return {
    commits,
    log,
    sessions: watchSessions({ database, issuer: "", log, onEnded }),
  };
}

it("the server checks for ended sessions once after a commit of another program, and not after its close", async () => {
  const onEnded = vi.fn(() => Promise.resolve());
  const { commits, sessions } = aWatch(onEnded);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onEnded).toHaveBeenCalledTimes(0);
  commits.ofOthers = 2;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onEnded).toHaveBeenCalledTimes(1);
  sessions.close();
  commits.ofOthers = 3;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onEnded).toHaveBeenCalledTimes(1);
});

it("the server checks for ended sessions again after a failed check, and logs the failure", async () => {
  const onEnded = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error("busy"));
  const { commits, log, sessions } = aWatch(onEnded);
  commits.ofOthers = 2;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.lines).toMatchObject([{ level: "error" }]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onEnded).toHaveBeenCalledTimes(2);
  expect(log.lines).toHaveLength(1);
  sessions.close();
});

it("a session without a row is not open", () => {
  const { sessions } = aWatch(() => Promise.resolve());
  expect(sessions.isOpen("open")).toBe(true);
  expect(sessions.isOpen("ended")).toBe(false);
  sessions.close();
});
