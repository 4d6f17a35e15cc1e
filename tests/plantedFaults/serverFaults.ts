/** Faults of the server: accounts, the runtime, and what the functions keep of changes. */
import type { PlantedFault } from "./plantedFault";

const TEAM = {
  file: "server/accounts/team.ts",
  tests: ["tests/server/accounts/team.strangers.test.ts"],
};
const RATE_LIMITER = {
  file: "server/accounts/rateLimiter.ts",
  tests: ["tests/server/accounts/rateLimiter.test.ts"],
};
const LIVE_QUERIES = {
  file: "packages/embedded-convex/src/sync/liveQueries.ts",
  tests: ["packages/embedded-convex/tests/sync/liveQueries.commits.test.ts"],
};

export const SERVER_FAULTS: readonly PlantedFault[] = [
  {
    ...TEAM,
    breaks: "an office with an open invitation withdraws another office's",
    find: "if (!open.some(({ id }) => id === invitationId)) {",
    replace: "if (open.length === 0) {",
  },
  {
    ...TEAM,
    breaks: "an office removes a person of another one",
    find: `      this.#requireTeammate(workspaceId, personId);
      if (personId`,
    replace: "      if (personId",
  },
  {
    ...TEAM,
    breaks: "an office is handed over to a person of another one",
    find: `      this.#requireTeammate(workspaceId, personId);
      await`,
    replace: "      await",
  },
  {
    ...RATE_LIMITER,
    breaks: "a caller of many targets has one count for all of them, for ever",
    find: "    if (endsAt <= now) windows.delete(target);\n",
    replace: "    void [target, endsAt];\n",
  },
  {
    ...RATE_LIMITER,
    breaks: "people who signed in evict the counts of who guesses",
    find: "      if (windows?.size === 0) callers.delete(caller);\n",
    replace: "",
  },
  {
    ...LIVE_QUERIES,
    breaks: "one page shows two commits",
    find: "run.ts <= ts && (settled",
    replace: "(settled",
  },
  {
    ...LIVE_QUERIES,
    breaks: "a page shows results of functions that were replaced",
    find: "      wave.results.clear();\n",
    replace: "",
  },
  {
    file: "packages/embedded-convex/src/store/recentRows.ts",
    tests: ["packages/embedded-convex/tests/store/recentRows.test.ts"],
    breaks: "a query of two rows finds one after a query of the first",
    find: "${order}${limit}/",
    replace: "${order}/",
  },
  {
    file: "packages/embedded-convex/src/store/searchTerms.ts",
    tests: ["packages/embedded-convex/tests/runtime/readSet.test.ts"],
    breaks: "a search of one office runs again for changes of all others",
    find: "meetsFilters(query, entry) && scoreOf",
    replace: "scoreOf",
  },
  {
    file: "convex/model/history/undo.ts",
    tests: ["tests/convex/changes.offers.test.ts"],
    breaks: "an undo fills a field that somebody has cleared since",
    find: "!isSame(row[name] ?? null, after[name])",
    replace: "row[name] !== undefined && !isSame(row[name], after[name])",
  },
  {
    file: "convex/model/history/runChange.ts",
    tests: ["tests/convex/changes.test.ts"],
    breaks: "a replaced phone of a customer is gone from the history",
    find: " || replaced !== null;",
    replace: ";",
  },
  {
    file: "server/accounts/sessions.ts",
    tests: ["tests/server/accounts/sessions.test.ts"],
    breaks: "a session that has ended counts as open",
    find: "open.get(sessionId) !== undefined",
    replace: "open.get(sessionId) !== null",
  },
  {
    file: "packages/embedded-convex/src/store/transaction.ts",
    tests: ["packages/embedded-convex/tests/store/transaction.test.ts"],
    breaks: "a function deletes more documents than Convex allows",
    find: `    this.meter.write(0);\n    this.#writable.set({ ...entry, current: null });`,
    replace: "    this.#writable.set({ ...entry, current: null });",
  },
  {
    file: "packages/embedded-convex/src/store/commitTs.ts",
    tests: ["packages/embedded-convex/tests/store/commitTs.test.ts"],
    breaks: "a commit timestamp in a list stays a placeholder",
    find: "      return (value as JSONValue[]).map((item) => resolveCommitTs(item, ts));",
    replace: "      return value;",
  },
];
