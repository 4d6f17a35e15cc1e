import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SessionRequests } from "../../src/store/sessionRequests";
import { IN_MEMORY, openDatabase, type Sqlite } from "../../src/store/sqlite";

let sqlite: Sqlite;

beforeEach(() => {
  sqlite = openDatabase(IN_MEMORY);
});

afterEach(() => {
  sqlite.close();
});

function record(requests: SessionRequests, sessionId: string, mutationId: number) {
  const fingerprint = `fingerprint ${mutationId}`;
  requests.record({ sessionId, mutationId, fingerprint }, `${mutationId}`, 7n);
}

describe("session requests", () => {
  test("session requests return the result of a recorded mutation, and null for any other", () => {
    const requests = new SessionRequests(sqlite);
    record(requests, "one", 3);
    expect(requests.find({ sessionId: "one", mutationId: 3 })).toEqual({
      fingerprint: "fingerprint 3",
      value: 3,
      ts: 7n,
    });
    for (const mutationId of [0, 2, 4]) {
      expect(requests.find({ sessionId: "one", mutationId })).toBeNull();
    }
    expect(requests.find({ sessionId: "two", mutationId: 3 })).toBeNull();
  });

  test("session requests find results that were recorded before a restart", () => {
    const before = new SessionRequests(sqlite);
    for (const mutationId of [1, 5, 9]) record(before, "one", mutationId);
    const after = new SessionRequests(sqlite);
    const found = [1, 5, 7, 9, 10].map(
      (mutationId) => after.find({ sessionId: "one", mutationId })?.value ?? null,
    );
    expect(found).toEqual([1, 5, null, 9, null]);
  });

  test("session requests find the results of a session that was evicted from the cache", () => {
    const requests = new SessionRequests(sqlite);
    record(requests, "early", 4);
    for (let other = 0; other < 10_050; other += 1) {
      requests.find({ sessionId: `other ${other}`, mutationId: 0 });
    }
    expect(requests.find({ sessionId: "early", mutationId: 4 })?.value).toBe(4);
  });

  test("session requests find a mutation recorded after one with a higher id", () => {
    const requests = new SessionRequests(sqlite);
    record(requests, "one", 8);
    record(requests, "one", 2);
    expect(requests.find({ sessionId: "one", mutationId: 2 })?.value).toBe(2);
    expect(requests.find({ sessionId: "one", mutationId: 8 })?.value).toBe(8);
  });
});
