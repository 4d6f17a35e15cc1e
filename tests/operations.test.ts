/** Checks the facts of docs/operations.md: commands, variables and log levels. Its prose may change freely. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LOG_LEVELS } from "../server/monitoring/log";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Without code marks and line breaks. */
const plain = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ");
const guide = plain(read("docs/operations.md"));

describe("docs/operations.md", () => {
  it("names every log level", () => {
    expect(LOG_LEVELS.filter((level) => !guide.includes(level))).toEqual([]);
  });

  it("names only commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as {
      scripts: Record<string, string>;
    };
    const named = [
      ...guide.matchAll(/\bnpm run ([a-z:-]+)/g),
      ...guide.matchAll(/\bnode downspout(?:-[\d.]+)? ([a-z][a-z-]+)/g),
    ].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names only variables that exist", () => {
    const known = read(".env.example");
    const named = [...guide.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)=/g)].map(([, name = ""]) => name);
    const ours = named.filter((name) => name !== "NODE_ENV");
    expect(ours.length).toBeGreaterThan(1);
    expect(ours.filter((name) => !known.includes(`${name}=`))).toEqual([]);
  });
});
