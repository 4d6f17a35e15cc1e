import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkNodeVersion } from "../../src/store/nodeVersion";

test.each([
  "20.19.0",
  "20.20.2",
  "22.16.0",
  "22.23.3",
  "24.0.0",
  "24.21.0",
  "26.0.0",
  "26.10.0",
  "28.1.0",
])("accepts Node %s", (version) => {
  expect(() => checkNodeVersion(version)).not.toThrow();
});

test.each([
  "18.20.8",
  "20.18.3",
  "21.7.3",
  "22.0.0",
  "22.12.0",
  "22.13.0",
  "22.15.1",
  "23.11.1",
  "25.9.0",
])("refuses Node %s, and names the versions to use", (version) => {
  expect(() => checkNodeVersion(version)).toThrow(
    `Node ${version} is not supported: use Node 24, 26 or newer, 22.16 or newer of Node 22, or 20.19 or newer of Node 20.`,
  );
});

test("package.json names the same versions of Node", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
    engines: { node: string };
  };
  expect(engines.node).toBe("^20.19 || ^22.16 || ^24 || >=26");
});
