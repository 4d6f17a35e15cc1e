import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { CHANGES, changeKindOf } from "@domain/changes/all";
import { changeNames } from "./support/changeNames";

/**
 * Each change that the page sends has a test of its whole call, by `expectCall` of tests/support/expectCall.ts: the
 * function, every argument, the value that the person saw, and what the outbox keeps. The calls are read from the
 * code, so that a new one is found at once.
 */
const ROOT = resolve(import.meta.dirname, "..");

interface SourceFile {
  /** From the root of the repository, without its extension. */
  readonly path: string;
  readonly text: string;
}

function filesUnder(folder: string, ending: RegExp): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map(({ parentPath, name }) => ({
      path: relative(ROOT, join(parentPath, name)).replace(ending, ""),
      text: readFileSync(join(parentPath, name), "utf8"),
    }));
}

/** What the pattern matches in a text: "jobs.update" of a module and a name, or a single word. */
const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, ...parts]) => parts.join("."));

const OF_API = /\bapi\s*\.\s*(\w+)\s*\.\s*(\w+)/g;
const QUOTED = /["'`](\w+):(\w+)["'`]/g;
const DEFINED = /export const (\w+) = (?:\{|changeOfList\()\s*(?:call: )?"(\w+:\w+)"/g;
const MADE = /\bnewChange\(\s*(\w+)/g;
const ASSERTED = /\bexpectCall\(\s*["'](\w+\.\w+)["']/g;
const IMPORTED = /\bfrom\s+["']@\/([^"']+)["']/g;

/** The functions that a file names, and those that it calls or whose change it makes. */
const namedIn = (text: string) => [...found(OF_API, text), ...found(QUOTED, text)];

/** The call of each definition of a change, by the name of the definition. */
const calls = new Map(
  filesUnder("domain/changes", /\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(DEFINED)].map(
      ([, name, call]) => [name ?? "", (call ?? "").replace(":", ".")] as const,
    ),
  ),
);

const madeIn = (text: string) => [
  ...found(OF_API, text),
  ...found(MADE, text).flatMap((name) => calls.get(name) ?? []),
];

const changes = new Set(changeNames());
const page = filesUnder("src", /\.tsx?$/);
const tests = filesUnder("tests/src", /\.test\.tsx?$/).map(({ path, text }) => ({
  asserts: new Set(found(ASSERTED, text)),
  /** What the test imports, and the file whose path it has. */
  reaches: new Set([
    ...found(IMPORTED, text).map((name) => `src/${name}`),
    path.replace("tests/", ""),
  ]),
}));

it("a call is found in a source over several lines, as a name in quotes, and where a test asserts it", () => {
  const source = `useMutation(api.jobs
    .update); newChange(createJob, args); if (call === "jobs:get") rapid.jobs.get`;
  expect(namedIn(source)).toEqual(["jobs.update", "jobs.get"]);
  expect(madeIn(source)).toEqual(["jobs.update", "jobs.create"]);
  const test = `expectCall("a.b", sent); expectCall(
    "c.d", sent); expectCalls("e.f"); expectCall(name)`;
  expect(found(ASSERTED, test)).toEqual(["a.b", "c.d"]);
});

it("each mutation and action that the page calls has a test of its whole call", () => {
  const named = new Set([
    ...page.flatMap(({ text }) => namedIn(text)),
    ...CHANGES.map(changeKindOf),
  ]);
  const called = [...changes].filter((name) => named.has(name));
  // All of `ChangeCall`, and as many again that need a connection.
  expect(called.length).toBeGreaterThan(35);
  const isAsserted = (name: string) => tests.some(({ asserts }) => asserts.has(name));
  expect(called.filter((name) => !isAsserted(name))).toEqual([]);
});

it("each file of the page that calls a mutation or an action has a test of that call", () => {
  const made = page.flatMap(({ path, text }) =>
    [...new Set(madeIn(text))].filter((name) => changes.has(name)).map((name) => ({ path, name })),
  );
  const untested = made.filter(
    ({ path, name }) =>
      !tests.some(({ asserts, reaches }) => asserts.has(name) && reaches.has(path)),
  );
  expect(untested.map(({ path, name }) => `${name} in ${path}`)).toEqual([]);
});
