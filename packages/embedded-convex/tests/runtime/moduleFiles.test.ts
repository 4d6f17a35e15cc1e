import {
  actionGeneric,
  httpActionGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  queryGeneric,
} from "convex/server";
import { expect, test } from "vitest";
import { byModulePath, moduleMap, usesNode } from "../../src/runtime/moduleFiles";
import { StartupError } from "../../src/store/errors";
import { caller, testEngine } from "./fixtures/testEngine";

test("names modules as Convex does", () => {
  const modules = byModulePath({ "x/a.ts": { a: 1 }, "x/model/b.tsx": { b: 1 } }, "x/");
  expect(Object.keys(modules)).toEqual(["a", "model/b"]);
});

test('finds a "use node" directive after any comments', () => {
  for (const source of ['"use node";\nx', "// a\n/* b */ 'use node'"])
    expect(usesNode(source)).toBe(true);
  for (const source of ['const a = "use node";', '// "use node"\n'])
    expect(usesNode(source)).toBe(false);
});

const load = (file: string, exports: Record<string, unknown>) =>
  moduleMap({
    modules: { [`../convex/${file}`]: exports },
    sources: { [`../convex/${file}`]: '"use node";\nexport {};' },
    root: "../convex/",
  });

test('accepts "use node" in a file of actions', () => {
  const exports = {
    send: actionGeneric(() => null),
    secret: internalActionGeneric(() => null),
    RETRIES: 3,
    none: null,
  };
  expect(load("mail.ts", exports)).toMatchObject({ mail: exports });
});

test('gives the globals of Node to actions of a file with "use node" alone', async () => {
  const seesNode = actionGeneric(
    () => typeof Buffer === "function" && typeof process.cwd === "function",
  );
  const app = testEngine({
    modules: { ...load("mail.ts", { seesNode }), plain: { seesNode } },
  });
  const run = (udfPath: string) => app.engine.runAction({ udfPath, args: {}, caller });
  expect(await run("mail:seesNode")).toMatchObject({ value: true });
  expect(await run("plain:seesNode")).toMatchObject({ value: false });
  await app.engine.close();
});

test.each([
  ["Query", queryGeneric(() => null)],
  ["Mutation", internalMutationGeneric(() => null)],
  ["HttpAction", httpActionGeneric(() => Promise.resolve(new Response("none")))],
])('refuses a %s in a file with "use node", as Convex does', (kind, other) => {
  const open = () => load("model/mail.ts", { send: actionGeneric(() => null), other });
  expect(open).toThrow(StartupError);
  expect(open).toThrow(
    `\`other\` defined in \`model/mail.js\` is a ${kind} function. Only actions can be defined in Node.js.`,
  );
});

test.each(["http.ts", "crons.ts", "schema.ts", "auth.config.ts"])(
  'refuses "use node" in %s',
  (file) => {
    expect(() => load(file, {})).toThrow(`"use node" directive is not allowed for ${file}.`);
  },
);
