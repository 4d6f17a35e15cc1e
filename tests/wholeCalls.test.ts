import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { publicFunctions } from "../packages/embedded-convex/tests/support/publicFunctions";
import { loadModules } from "../server/modules";

/**
 * Each change that the page sends has a test of its whole call, by `expectCall` of tests/support/expectCall.ts: the
 * function, every argument, the value that the person saw, and what the outbox keeps. The list comes from the code, so
 * a new call is in it at once.
 */
const ROOT = resolve(import.meta.dirname, "..");

function textsUnder(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** The functions that a source names: `api.jobs.update`, also over several lines, and "jobs:update". */
function namedIn(source: string): string[] {
  const patterns = [
    /\bapi\s*\.\s*(\w+)\s*\.\s*(\w+)/g,
    /["'`](\w+):(\w+)["'`]/g,
  ];
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(
      ([, module, name]) => `${module}.${name}`,
    ),
  );
}

/** The functions whose whole call a test states. */
function assertedIn(test: string): string[] {
  return [...test.matchAll(/\bexpectCall\(\s*["'](\w+\.\w+)["']/g)].map(
    ([, name = ""]) => name,
  );
}

const sent = publicFunctions(loadModules())
  .filter(({ kind }) => kind !== "query")
  .map(({ path }) => path.replace(":", "."));

const named = new Set(
  [...textsUnder("src", /\.tsx?$/), ...textsUnder("domain", /\.ts$/)].flatMap(
    namedIn,
  ),
);
const called = sent.filter((name) => named.has(name)).toSorted();

describe("whole calls", () => {
  it("finds the functions that a source names, and those that a test asserts", () => {
    const source = `useMutation(api.jobs
      .update); newChange({ call: "jobs:create" }); rapid.jobs.get`;
    expect(namedIn(source)).toEqual(["jobs.update", "jobs.create"]);
    const test = `expectCall("a.b", sent); expectCall(
      "c.d", sent); expectCalls("e.f"); expectCall(name)`;
    expect(assertedIn(test)).toEqual(["a.b", "c.d"]);
    expect(called).toContain("messages.noteOpened");
    expect(called).toContain("seed.deleteAllData");
    expect(called).not.toContain("inventory.recordTxn");
  });

  it("each mutation and action that the page calls has a test of its whole call", () => {
    const asserted = new Set(
      textsUnder("tests/src", /\.test\.tsx?$/).flatMap(assertedIn),
    );
    expect(called.filter((name) => !asserted.has(name))).toEqual([]);
  });
});
