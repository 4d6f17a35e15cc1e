import { spawn } from "node:child_process";
import { expect, it, vi } from "vitest";
import { main } from "../../scripts/test";

vi.mock("node:child_process", () => ({ spawn: vi.fn<() => never>() }));
vi.mock("embedded-convex", () => ({
  loadDriver: () => {
    throw new Error("The SQLite driver is not installed.");
  },
}));

it("says at once that the SQLite driver is not installed, and starts no part", async () => {
  const started = main({ positionals: ["fast"], values: {}, flags: new Set() });
  await expect(started).rejects.toThrow("driver is not installed");
  expect(spawn).not.toHaveBeenCalled();
});
