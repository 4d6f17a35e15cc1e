import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { secretFile } from "../../../server/accounts/secretFile";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

test("the secret is generated once, readable by its owner only, and then reused", () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "secret");
  const made = secretFile(file);
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(secretFile(file)).toBe(made);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("the secret differs from one machine to the next", () => {
  const folder = temporaryFolder();
  expect(secretFile(path.join(folder, "a"))).not.toBe(secretFile(path.join(folder, "b")));
});

test("removes permissions that a copy has widened", () => {
  const file = path.join(temporaryFolder(), "secret");
  const made = secretFile(file);
  chmodSync(file, 0o644);
  expect(secretFile(file)).toBe(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(["", "short", "not a secret, but a sentence of more than 43 letters"])(
  "rejects %j with instructions, and does not overwrite it",
  (content) => {
    const file = path.join(temporaryFolder(), "secret");
    writeFileSync(file, content);
    expect(() => secretFile(file)).toThrow("is damaged. Restore it from a backup");
    expect(statSync(file).size).toBe(content.length);
  },
);
