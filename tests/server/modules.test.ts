import { expect, test } from "vitest";
import { loadModules } from "../../server/modules";

test("loads the modules of convex/ without _generated", () => {
  const modules = loadModules();
  expect(Object.keys(modules)).toContain("schema");
  expect(Object.keys(modules).filter((path) => path.includes("_generated"))).toEqual([]);
});
