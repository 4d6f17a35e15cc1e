import { screen } from "@testing-library/react";
import { createElement } from "react";
import { beforeEach, expect, it } from "vitest";
import type { DayCopy } from "@/offline/days/copiedDay";
import { copiedRange } from "@/offline/days/copyRules";
import { readinessText, sayReadyOnce } from "@/offline/days/readiness";
import { aJob } from "../../../support/builders";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

const now = new Date(2026, 10, 20, 13).getTime();

const aCopy = (jobs: number, savedAt = now): DayCopy => ({
  jobs: Array.from({ length: jobs }, () => aJob()),
  customers: new Map(),
  range: copiedRange(savedAt),
  savedAt,
});

beforeEach(() => localStorage.clear());

it.each<[string, Parameters<typeof readinessText>[0], string | null]>([
  [
    "how many days and jobs are copied, and from when",
    { hasFiles: true, copy: aCopy(12), now },
    "Ready without signal: 8 days with 12 jobs, as of 1:00 PM.",
  ],
  [
    "one job in the singular",
    { hasFiles: true, copy: aCopy(1), now },
    "Ready without signal: 8 days with 1 job, as of 1:00 PM.",
  ],
  [
    "an empty copy, and the day of an old one",
    { hasFiles: true, copy: aCopy(0, now - 24 * 60 * 60 * 1000), now },
    "Ready without signal: 8 days without jobs, as of Nov 19, 26, 1:00 PM.",
  ],
  [
    "that no days are copied",
    { hasFiles: true, copy: null, now },
    "Opens without signal. No days are copied.",
  ],
  [
    "the same where the device had no room for them",
    { hasFiles: true, copy: { ...aCopy(1), isUnkept: true }, now },
    "Opens without signal. No days are copied.",
  ],
  [
    "what to do while the page's files are missing",
    { hasFiles: false, copy: aCopy(1), now },
    "Not ready without signal yet. Keep Downspout open while there is signal.",
  ],
  ["nothing while the copy is being read", { hasFiles: true, copy: undefined, now }, null],
  ["nothing where no service worker is", { hasFiles: null, copy: aCopy(1), now }, null],
])("says %s", (_, facts, text) => {
  expect(readinessText(facts)).toBe(text);
});

it("says once per device that it is ready", async () => {
  renderOn(new FakeBackend(), createElement("p"));
  sayReadyOnce(aCopy(2), now);
  sayReadyOnce(aCopy(3), now);
  expect(await screen.findByText("8 days with 2 jobs, as of 1:00 PM.")).toBeVisible();
  expect(screen.getAllByText("Ready without signal")).toHaveLength(1);
});
