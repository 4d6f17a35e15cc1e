import { describe, expect, test } from "vitest";
import {
  byModulePath,
  loadModules,
  refuseNodeRuntime,
} from "../../server/modules";
import { Registry } from "../../packages/embedded-convex/src/runtime/registry";

describe("modules", () => {
  test("of convex/ load, and are all supported", () => {
    const modules = loadModules();
    expect(Object.keys(modules)).toContain("schema");
    expect(
      Object.keys(modules).filter((path) => path.includes("_generated")),
    ).toEqual([]);
    expect(new Registry(modules, () => null).schema.length).toBeGreaterThan(0);
  });

  test("are named as Convex names them", () => {
    const modules = byModulePath(
      { "x/a.ts": { a: 1 }, "x/model/b.tsx": { b: 1 } },
      "x/",
    );
    expect(Object.keys(modules)).toEqual(["a", "model/b"]);
  });

  test("that ask for Node's runtime are refused, wherever the directive may stand", () => {
    for (const source of ['"use node";\nx', "// a\n/* b */ 'use node'"]) {
      expect(() => refuseNodeRuntime("a.ts", source)).toThrow(
        'convex/a.ts asks for Node\'s runtime ("use node")',
      );
    }
    refuseNodeRuntime("a.ts", 'const a = "use node";');
    refuseNodeRuntime("a.ts", '// "use node"\n');
  });
});
