import { expect, it } from "vitest";
import { RecentCommits } from "../../src/http/recentCommits";
import { touchesKeys, type Keys } from "../support/fakeRunner";

const a: Keys = new Set(["a"]);
const b: Keys = new Set(["b"]);

it("knows whether reads changed since a timestamp", () => {
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => 0);
  recent.add({ ts: 11n, writes: b });
  recent.add({ ts: 12n, writes: a });
  expect(recent.isUnchangedSince(10n, a, 12n)).toBe(false);
  expect(recent.isUnchangedSince(10n, a, 11n)).toBe(true);
  expect(recent.isUnchangedSince(12n, a, 12n)).toBe(true);
  expect(recent.isUnchangedSince(11n, b, 12n)).toBe(true);
});

it("knows nothing about timestamps before its start or in the future", () => {
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => 0);
  expect(recent.isUnchangedSince(9n, a, 10n)).toBe(false);
  expect(recent.isUnchangedSince(11n, a, 10n)).toBe(false);
});

it("forgets commits older than 30 s, and reports older timestamps as unknown", () => {
  let now = 0;
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => now);
  recent.add({ ts: 11n, writes: b });
  now = 31_000;
  recent.add({ ts: 12n, writes: b });
  expect(recent.isUnchangedSince(10n, a, 12n)).toBe(false);
  expect(recent.isUnchangedSince(11n, a, 12n)).toBe(true);
});
