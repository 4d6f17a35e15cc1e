import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../scripts/commandLine";
import { COMMANDS } from "../../scripts/commands";
import { runCommand } from "../support/command";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

vi.mock("node:readline/promises", () => ({
  createInterface: vi.fn<typeof createInterface>(),
}));

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The commands in the table of README.md. */
const [, table = ""] = read("docs/reference.md").split(/^## (?:Commands|Gotchas)$/m);
const NAMES = [...table.matchAll(/`npm (?:run )?([a-z0-9:-]+)/g)]
  .map(([, name = ""]) => name)
  .filter((name, index, all) => all.indexOf(name) === index);

const printed = { out: "", error: "" };
const start = vi.fn<NonNullable<Parameters<typeof runCommandLine>[1]>>();

async function run(name: string, ...args: string[]) {
  Object.assign(printed, { out: "", error: "" });
  process.exitCode = undefined;
  await runCommandLine([name, ...args], start);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { code, ...printed };
}

beforeEach(() => {
  start.mockReset().mockResolvedValue(undefined);
  vi.spyOn(console, "log").mockImplementation((text: string) => {
    printed.out += text;
  });
  vi.spyOn(console, "error").mockImplementation((text: string) => {
    printed.error += text;
  });
});

afterEach(() => vi.restoreAllMocks());

it("runs every npm script through the one parser", () => {
  const { scripts } = JSON.parse(read("package.json")) as {
    scripts: Record<string, string>;
  };
  expect(scripts).toEqual(
    Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, `node scripts/run.mjs ${name}`])),
  );
  expect(NAMES.length).toBeGreaterThan(25);
  expect([...NAMES].sort()).toEqual(Object.keys(COMMANDS).sort());
});

it.each(Object.entries(COMMANDS))("finds what runs %s", (_, { module, tools = [] }) => {
  const paths = [...tools.map(([path]) => path), ...(module ? [module] : [])];
  expect(paths).not.toEqual([]);
  for (const path of paths) expect(read(path)).not.toBe("");
  if (module !== undefined) expect(read(module)).toMatch(/^export (async )?function main\(/m);
});

describe.each(NAMES)("%s", (name) => {
  it("prints its usage for --help, and does nothing", async () => {
    for (const help of ["--help", "-h"]) {
      const { code, out, error } = await run(name, help);
      expect({ code, error }).toEqual({ code: 0, error: "" });
      expect(out).toMatch(new RegExp(`^Usage: npm (run )?${name} -- .*\n\n\\S`));
      expect(out).toContain(COMMANDS[name]!.about);
    }
    expect(start).not.toHaveBeenCalled();
  });

  it("refuses an option that it does not know, by name, and does nothing", async () => {
    const known = new Set(Object.keys(COMMANDS[name]!.options ?? {}));
    const option = fc
      .stringMatching(/^[a-z][a-z-]{2,12}$/)
      .filter((one) => !known.has(one) && one !== "help" && one !== "yes");
    const around = fc.constantFrom([], ["one.zip"], ["one.zip", "two.zip"]);
    await fc.assert(
      fc.asyncProperty(option, around, around, async (unknown, before, after) => {
        const args = [...before, `--${unknown}`, ...after];
        const { code, out, error } = await run(name, ...args);
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(error).toContain(`'--${unknown}'`);
        expect(error).toContain("Usage: npm ");
      }),
      { numRuns: 20 },
    );
    expect(start).not.toHaveBeenCalled();
  });

  it("refuses more arguments than it takes, and does nothing", async () => {
    const { max = 0 } = COMMANDS[name]!.positionals ?? {};
    if (max === Infinity) return;
    const args = Array.from({ length: max + 1 }, () => "surplus");
    const { code, error } = await run(name, ...args);
    expect(code).toBe(2);
    expect(error).toMatch(/surplus|argument/);
    expect(start).not.toHaveBeenCalled();
  });
});

it.each([
  ["test", ["nosuch"], "Unknown argument 'nosuch'"],
  ["bench", ["liv"], "Unknown argument 'liv'"],
  ["acceptance", ["growt"], "Unknown argument 'growt'"],
  ["build", ["sever"], "Unknown argument 'sever'"],
  ["start", ["--port", "3150"], "Unknown option '--port'"],
  ["backup", [], "An argument is missing: <file.zip>"],
  ["import", ["one.zip", "--only"], "'--only <value>' argument missing"],
])("says what is wrong with %s %j", async (name, args, sentence) => {
  const { code, error } = await run(name, ...args);
  expect(code).toBe(2);
  expect(error).toContain(sentence);
  expect(start).not.toHaveBeenCalled();
});

it("hands the arguments to the command, by kind", async () => {
  await run("import", "one.zip", "--only", "office", "--mapping=a.json");
  await run("export", "--workspaces");
  await run("test", "deep");
  await run("test:deep");
  expect(start.mock.calls.map(([, args]) => args)).toMatchObject([
    { positionals: ["one.zip"], values: { only: "office", mapping: "a.json" } },
    { positionals: [], flags: new Set(["workspaces"]) },
    { positionals: ["fast", "deep"] },
    { positionals: ["deep"] },
  ]);
});

describe("commands that destroy data", () => {
  const DESTROYING = Object.entries(COMMANDS).flatMap(([name, command]) =>
    command.destroys === undefined ? [] : [name],
  );

  it("end-sessions is the only command that destroys data", () => {
    expect(DESTROYING).toEqual(["end-sessions"]);
  });

  it.each(DESTROYING)("%s refuses without a terminal and --yes", (name) => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, "accounts.db"), "what is there");
    const { status, stdout, stderr } = runCommand(name, dataDir);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("Nothing was done.");
    expect(stderr).toContain("--yes");
    expect(readdirSync(dataDir)).toEqual(["accounts.db"]);
    expect(readFileSync(join(dataDir, "accounts.db"), "utf8")).toBe("what is there");
  });

  it.each([
    ["y", () => Promise.resolve("y"), 1],
    ["Yes", () => Promise.resolve(" Yes "), 1],
    ["nothing", () => Promise.resolve(""), 0],
    ["n", () => Promise.resolve("n"), 0],
    ["Ctrl+C", () => Promise.reject(new Error("Aborted with Ctrl+C")), 0],
  ])("asks on a terminal, with the answer %s", async (_, question, times) => {
    const { isTTY } = process.stdin;
    process.stdin.isTTY = true;
    onTestFinished(() => void (process.stdin.isTTY = isTTY));
    const asked = vi.fn<(text: string) => Promise<string>>(question);
    vi.mocked(createInterface).mockReturnValue({
      question: asked,
      close: () => undefined,
    } as unknown as Interface);
    const { code, error } = await run("end-sessions");
    expect(asked.mock.calls).toEqual([
      [expect.stringMatching(/^This signs everyone out.* \[y\/N\] $/)],
    ]);
    expect(start).toHaveBeenCalledTimes(times);
    expect({ code, error }).toEqual(
      times === 1 ? { code: 0, error: "" } : { code: 1, error: "Nothing was done." },
    );
  });

  it.each(DESTROYING)("%s starts with --yes", async (name) => {
    expect(await run(name, "--yes")).toMatchObject({ code: 0 });
    expect(start).toHaveBeenCalledOnce();
  });
});

it.each(["18.20.8", "21.7.3"])(
  "says that Node %s is not supported, before anything is loaded",
  (version) => {
    const fake = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
    for (const name of ["start", "backup"]) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["--import", fake, "scripts/run.mjs", name],
        { cwd: ROOT, encoding: "utf8" },
      );
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^Node ${version} is not supported: [^\n]+\n$`));
    }
  },
);

it.each(["10.24.1", "20.19.0", "22.15.1", "23.11.0"])(
  "the archive refuses Node %s, which has no SQLite that it can use",
  (version) => {
    const fake = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", fake, "scripts/launcher.mjs"],
      { cwd: ROOT, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      `Node ${version} is not supported: use Node 24, 26 or newer, or 22.16 or newer of Node 22.\n`,
    );
  },
);

it("has a process wait for each command that serves", () => {
  const [, list = ""] = /SERVING = (\[.*\]);/.exec(read("scripts/run.mjs")) ?? [];
  const serving = Object.entries(COMMANDS).filter(([, one]) => one.serves);
  expect(JSON.parse(list)).toEqual(serving.map(([name]) => name));
});

it("checks the version of Node in a module without imports", () => {
  const importsOf = (file: string) =>
    [...read(file).matchAll(/^(?:import|export) .*from "(.*)";$/gm)].map(([, from]) => from);
  const rule = "packages/embedded-convex/src/store/unsupportedNode.mjs";
  for (const file of ["scripts/run.mjs", "scripts/launcher.mjs"])
    expect(importsOf(file)).toEqual([`../${rule}`]);
  expect(importsOf(rule)).toEqual([]);
});
