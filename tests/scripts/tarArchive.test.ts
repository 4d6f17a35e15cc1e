import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { tarGz, type TarFile } from "../../scripts/tarArchive";

const FILES: readonly TarFile[] = [
  { path: "a/start", content: Buffer.from("run"), isExecutable: true },
  { path: "a/b/block.bin", content: Buffer.alloc(512, 7) },
  { path: "a/b/large.bin", content: Buffer.alloc(70_001, "x") },
  { path: "a/empty", content: Buffer.alloc(0) },
];

it("writes an archive that tar unpacks", () => {
  const folder = temporaryFolder();
  const archive = join(folder, "a.tar.gz");
  writeFileSync(archive, tarGz(FILES));
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  for (const { path, content } of FILES)
    expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
  expect(statSync(join(folder, "a/start")).mode & 0o111).not.toBe(0);
  expect(statSync(join(folder, "a/empty")).mode & 0o111).toBe(0);
});

it("writes the same bytes for the same files in any order", () => {
  expect(tarGz([...FILES].reverse()).equals(tarGz(FILES))).toBe(true);
});

it("refuses a path that the format has no room for", () => {
  const path = "long/".repeat(21);
  expect(() => tarGz([{ path, content: Buffer.alloc(0) }])).toThrow("too long");
});
