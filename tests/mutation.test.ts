import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createFilter } from "vite";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = resolve(import.meta.dirname, "..");
const Parts = z.record(
  z.string(),
  z.object({ mutate: z.array(z.string()), testFiles: z.array(z.string()), minScore: z.number() }),
);
const PARTS = Parts.parse(
  JSON.parse(readFileSync(join(ROOT, "tools/mutation/parts.json"), "utf8")),
);
const FILES = execFileSync("git", ["ls-files", "domain", "src", "convex", "packages", "tests"], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");

it.each(Object.entries(PARTS))(
  "every file that mutation testing of %s names is there",
  (_, part) => {
    const patterns = [...part.mutate, ...part.testFiles];
    const unused = patterns.filter((pattern) => {
      const matches = createFilter(pattern.replace(/^!/, ""), null, { resolve: false });
      return !FILES.some((file) => matches(file));
    });
    expect(unused).toEqual([]);
  },
);
