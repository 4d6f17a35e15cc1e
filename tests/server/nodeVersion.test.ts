import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkNodeVersion } from "../../server/nodeVersion";

test.each(["20.19.0", "20.20.2", "22.23.3", "23.11.1"])(
  "Node %s is taken",
  (version) => {
    expect(() => checkNodeVersion(version)).not.toThrow();
  },
);

test.each(["24.0.0", "24.21.0", "26.10.0"])(
  "Node %s is refused, with the ones to use",
  (version) => {
    expect(() => checkNodeVersion(version)).toThrow(
      `Node ${version} does not go together with the SQLite driver of this server: use Node 22, or 20.19 and newer of Node 20.`,
    );
  },
);

test("package.json says the same", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(">=20.19 <24");
});
