import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { changedTests } from "../../../scripts/testing/changedTests";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const OF_FUNCTIONS = "tests/attacker.deep.test.ts";
const OF_THE_SERVER = "tests/crash.program.test.ts";
const OF_BROWSERS = "e2e/week.deep.spec.ts";
const ALL = {
  unitTests: [OF_FUNCTIONS, OF_THE_SERVER],
  browserTests: [OF_BROWSERS],
};
const AFTER_A_FUNCTION = {
  unitTests: [OF_FUNCTIONS],
  browserTests: [OF_BROWSERS],
};
const NOTHING = { unitTests: [], browserTests: [] };

/** A repository with one deep test of each kind. */
class Repository {
  readonly folder = temporaryFolder();

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
    this.commit(OF_FUNCTIONS, OF_THE_SERVER, OF_BROWSERS);
  }

  git(...args: readonly string[]): string {
    const person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    const all = [...person, "-c", "commit.gpgsign=false", ...args];
    const options = { cwd: this.folder, encoding: "utf8" } as const;
    return execFileSync("git", all, options).trim();
  }

  /** Changes files, and returns the commit. */
  commit(...files: readonly string[]): string {
    for (const file of files) this.write(file, `${Math.random()}`);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message=A change");
    return this.git("rev-parse", "HEAD");
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  chosen() {
    return changedTests(this.folder);
  }
}

it("a clone that knows no tested commit needs every deep test", () => {
  const repository = new Repository();
  expect(repository.chosen()).toEqual(ALL);
  repository.write(".ci/base", "0123456789abcdef0123456789abcdef01234567");
  expect(repository.chosen()).toEqual(ALL);
});

it("main needs what has changed since the commit in .ci/base", () => {
  const repository = new Repository();
  const passed = repository.git("rev-parse", "HEAD");
  repository.write(".ci/base", `${passed}\n`);
  repository.commit("README.md");
  expect(repository.chosen()).toEqual(NOTHING);
  repository.commit("convex/jobs.ts");
  expect(repository.chosen()).toEqual(AFTER_A_FUNCTION);
});

it("a commit of another history counts as untested", () => {
  const repository = new Repository();
  repository.git("checkout", "--quiet", "--orphan", "other");
  const other = repository.commit("README.md");
  repository.git("checkout", "--quiet", "main");
  repository.write(".ci/base", other);
  expect(repository.chosen()).toEqual(ALL);
});

it("a branch needs the tests of its difference from main, including uncommitted changes", () => {
  const repository = new Repository();
  const landed = repository.commit("convex/jobs.ts");
  repository.git("update-ref", "refs/remotes/origin/main", landed);
  repository.commit("README.md");
  expect(repository.chosen()).toEqual(NOTHING);
  repository.write("convex/jobs.ts", "changed");
  expect(repository.chosen()).toEqual(AFTER_A_FUNCTION);
});
