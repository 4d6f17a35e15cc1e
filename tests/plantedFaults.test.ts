import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { FAULTS } from "./plantedFaults/faults";
import { planted } from "./plantedFaults/plantedFault";

const ROOT = resolve(import.meta.dirname, "..");

it.each(FAULTS)("the fault can be planted: $breaks", (fault) => {
  const text = readFileSync(join(ROOT, fault.file), "utf8");
  expect(planted(text, fault)).not.toBe(text);
  expect(fault.tests).not.toEqual([]);
  expect(fault.tests.filter((test) => !existsSync(join(ROOT, test)))).toEqual([]);
});

it("each fault has a different sentence", () => {
  const sentences = FAULTS.map(({ breaks }) => breaks);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.length).toBeGreaterThanOrEqual(18);
});

it.each([
  ["", 0],
  ["a > b, a > b", 2],
])("a fault cannot be planted in %j, where its text does not stand exactly once", (text, times) => {
  const fault = {
    breaks: "the order",
    file: "a.ts",
    find: "a > b",
    replace: "$&",
    tests: [],
  };
  expect(() => planted(text, fault)).toThrow(`a.ts contains this ${times} times, not once: a > b`);
  expect(planted("if (a > b) {}", fault)).toBe("if ($&) {}");
});
