import { spawn, spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

interface Running {
  readonly pid: number;
  readonly parent: number;
  /** Of the memory that is in use, in bytes. */
  readonly size: number;
  readonly args: string;
}

function processes(): Running[] {
  const ps = ["-A", "-o", "pid=,ppid=,rss=,args="];
  const { stdout } = spawnSync("ps", ps, { encoding: "utf8" });
  return stdout
    .split("\n")
    .map((line) => /^ *(\d+) +(\d+) +(\d+) +(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, pid, parent, kilobytes, args = ""]) => ({
      pid: Number(pid),
      parent: Number(parent),
      size: Number(kilobytes) * 1024,
      args,
    }));
}

function below(pid: number, all = processes()): Running[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...below(child.pid, all)]);
}

const isRunning = (pid: number) => processes().some((one) => one.pid === pid);

/** Runs a command as a person does, until it has printed `ready`. */
async function started(
  [file = "", ...argv]: readonly string[],
  ready: RegExp,
): Promise<{ pid: number; program: number }> {
  const child = spawn(file, argv, {
    // Vite colors its lines in CI, also where no terminal shows them.
    env: { ...process.env, ...SETTINGS, DATA_DIR: temporaryFolder() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { pid = 0 } = child;
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  onTestFinished(() => {
    for (const one of below(pid)) process.kill(one.pid, "SIGKILL");
    child.kill("SIGKILL");
  });
  await eventually(() => Promise.resolve(ready.test(printed) || null));
  const program = below(pid).at(-1)?.pid ?? 0;
  return { pid, program };
}

const SETTINGS = { PORT: "0", NO_COLOR: "1", FORCE_COLOR: "0" };
const START = [process.execPath, "scripts/run.mjs", "start"];
const READY = /Downspout is ready at/;

async function endsWith(pid: number, signal: NodeJS.Signals): Promise<void> {
  // Between the process that prepares the server and the server's own there is none for a moment.
  const children = await eventually(() => {
    const found = below(pid);
    return Promise.resolve(found.length === 0 ? null : found);
  });
  const all = [pid, ...children.map((one) => one.pid)];
  process.kill(pid, signal);
  await eventually(() => Promise.resolve(all.some(isRunning) ? null : "ended"));
}

// Built once, and not within the time of a test.
beforeAll(() => {
  const build = ["scripts/run.mjs", "build"];
  expect(spawnSync(process.execPath, build).status).toBe(0);
}, 300_000);

it("npm start keeps the server and a bare Node that waits for it, and no builder", async () => {
  const { pid, program } = await started(START, READY);
  const found = processes().find((one) => one.pid === pid);
  expect(found?.size).toBeLessThan(80 * 1024 * 1024);
  expect(below(pid).map(({ args }) => args)).toEqual([
    expect.stringContaining("dist/server/main.js"),
  ]);
  expect(below(pid)[0]?.pid).toBe(program);
});

describe("the server ends with the process that waits for it", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"] as const)(
    "npm start: %s",
    async (signal) => {
      const { pid } = await started(START, READY);
      await endsWith(pid, signal);
    },
  );

  it.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "npm start: %s to npm alone",
    async (signal) => {
      const { pid } = await started(["npm", "start"], READY);
      await endsWith(pid, signal);
    },
  );

  it.each(["SIGTERM", "SIGKILL"] as const)("npm run dev: %s", async (signal) => {
    const dev = [process.execPath, "scripts/run.mjs", "dev", "--port", "5517"];
    const { pid } = await started(dev, /Local:/);
    await endsWith(pid, signal);
  });

  it("npm start: SIGKILL while the server is still being prepared", async () => {
    const { pid } = await started(START, /^/);
    await endsWith(pid, "SIGKILL");
  });
});

it("npm start --help starts nothing, and a wrong argument exits with 2", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/run.mjs", "start", ...args], {
      encoding: "utf8",
    });
  const help = run("--help");
  expect(help).toMatchObject({ status: 0, stderr: "" });
  expect(help.stdout).toMatch(/^Usage: npm start/);
  expect(run("here")).toMatchObject({ status: 2, stdout: "" });
});
