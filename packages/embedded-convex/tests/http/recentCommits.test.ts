import { expect, it } from "vitest";
import { RecentCommits } from "../../src/http/recentCommits";
import { touchesKeys, type Keys } from "../support/fakeRunner";

const a: Keys = new Set(["a"]);
const b: Keys = new Set(["b"]);

it("knows what has changed since a moment, and what has not", () => {
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => 0);
  recent.add({ ts: 11n, writes: b });
  recent.add({ ts: 12n, writes: a });
  expect(recent.isUnchangedSince(10n, a, 12n)).toBe(false);
  expect(recent.isUnchangedSince(10n, a, 11n)).toBe(true);
  expect(recent.isUnchangedSince(12n, a, 12n)).toBe(true);
  expect(recent.isUnchangedSince(11n, b, 12n)).toBe(true);
});

it("does not claim to know what was before it was there, or is still to come", () => {
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => 0);
  expect(recent.isUnchangedSince(9n, a, 10n)).toBe(false);
  expect(recent.isUnchangedSince(11n, a, 10n)).toBe(false);
});

it("forgets what is older than half a minute, and says that it has", () => {
  let now = 0;
  const recent = new RecentCommits<Keys, Keys>(touchesKeys, 10n, () => now);
  recent.add({ ts: 11n, writes: b });
  now = 31_000;
  recent.add({ ts: 12n, writes: b });
  expect(recent.isUnchangedSince(10n, a, 12n)).toBe(false);
  expect(recent.isUnchangedSince(11n, a, 12n)).toBe(true);
});
