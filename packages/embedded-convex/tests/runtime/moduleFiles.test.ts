import { expect, test } from "vitest";
import {
  byModulePath,
  moduleMap,
  refuseNodeRuntime,
} from "../../src/runtime/moduleFiles";

test("names modules as Convex does", () => {
  const modules = byModulePath(
    { "x/a.ts": { a: 1 }, "x/model/b.tsx": { b: 1 } },
    "x/",
  );
  expect(Object.keys(modules)).toEqual(["a", "model/b"]);
});

test('rejects a module with a "use node" directive after any comments', () => {
  for (const source of ['"use node";\nx', "// a\n/* b */ 'use node'"]) {
    expect(() => refuseNodeRuntime("a.ts", source)).toThrow(
      'convex/a.ts uses the Node runtime ("use node")',
    );
  }
  refuseNodeRuntime("a.ts", 'const a = "use node";');
  refuseNodeRuntime("a.ts", '// "use node"\n');
});

test('rejects a folder that contains a "use node" module', () => {
  const files = {
    modules: { "../convex/a.ts": {}, "../convex/b.ts": {} },
    root: "../convex/",
  };
  const sources = { "../convex/b.ts": '"use node";' };
  expect(() => moduleMap({ ...files, sources })).toThrow(/convex\/b\.ts/);
  expect(Object.keys(moduleMap({ ...files, sources: {} }))).toEqual(["a", "b"]);
});
