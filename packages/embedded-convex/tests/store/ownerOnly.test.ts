import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeOwnerOnly, requireSameUser } from "../../src/store/ownerOnly";
import { temporaryFolder } from "../support/temporaryFolder";

const modeOf = (file: string) => statSync(file).mode & 0o777;

it("creates an empty file that only its owner can read", () => {
  const file = join(temporaryFolder(), "data");
  makeOwnerOnly(file);
  expect(modeOf(file)).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe("");
});

it("removes the permissions of others from an existing file and keeps its content", () => {
  const file = join(temporaryFolder(), "data");
  writeFileSync(file, "kept");
  chmodSync(file, 0o644);
  makeOwnerOnly(file);
  expect(modeOf(file)).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe("kept");
});

it("keeps stricter permissions", () => {
  const file = join(temporaryFolder(), "data");
  writeFileSync(file, "kept");
  chmodSync(file, 0o400);
  makeOwnerOnly(file);
  expect(modeOf(file)).toBe(0o400);
});

it("rejects a path that another user owns, and says which user", () => {
  const folder = temporaryFolder();
  const { uid } = statSync(folder);
  expect(() => requireSameUser(folder)).not.toThrow();
  expect(() => requireSameUser(folder, uid + 1)).toThrow(
    `${folder} belongs to another user (uid ${uid}). Run this as that user (sudo -u), so that the server can access the files it creates.`,
  );
  expect(() => requireSameUser(join(folder, "new"), uid + 1)).not.toThrow();
});
