/**
 * What an office does with the program: it starts, backs up, restores and updates. The only test that also runs on
 * Windows and macOS, so it uses no shell and no signal. It tests the archive in the folder DOWNSPOUT_ARCHIVE, and
 * without that variable the commands of the repository.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { aConvexClient } from "../../packages/embedded-convex/tests/support/convexClients";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import { commandArgv } from "../support/command";
import { signIn, signUp } from "../support/people";

const createCustomer = makeFunctionReference<"mutation", { customer_name: string }>(
  "customers:create",
);

/** The first daily copy is made a minute after the start. */
const DAILY_COPY_MS = 100_000;

const { DOWNSPOUT_ARCHIVE: archive } = process.env;
const folder = mkdtempSync(join(tmpdir(), "downspout-archive-"));
const backup = join(folder, "backup.zip");

/** Unpacked once for each version that an office has. */
function unpackedIn(name: string): string {
  if (archive === undefined) return "";
  const to = join(folder, name);
  const file = readdirSync(archive).find((one) => one.endsWith(".tar.gz")) ?? "";
  expect(spawnSync("tar", ["-xzf", file, "-C", folder], { cwd: archive }).status).toBe(0);
  cpSync(join(folder, basename(file, ".tar.gz")), to, { recursive: true });
  return to;
}

const argvOf = (program: string, name: string, ...args: readonly string[]) =>
  program === "" ? commandArgv(name, args) : [join(program, "downspout"), name, ...args];

const env = (data: string) => ({
  ...process.env,
  DATA_DIR: join(folder, data),
  PORT: "0",
});

interface Serving {
  readonly url: string;
  /** Ends it as a power cut does, the only way that all systems have. */
  end(): Promise<void>;
}

async function serve(program: string, data: string): Promise<Serving> {
  const child = spawn(process.execPath, argvOf(program, "start"), {
    env: env(data),
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const url = await eventually(() => / is ready at (\S+)/.exec(printed)?.[1] ?? null);
  return {
    url,
    end: async () => {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
      // npm start waits for the server as a process apart, which notices that it is alone.
      await eventually(() =>
        fetch(url).then(
          () => null,
          () => "ended",
        ),
      );
    },
  };
}

function run(program: string, data: string, ...command: readonly string[]) {
  const [name = "", ...args] = command;
  const { status, stderr } = spawnSync(process.execPath, argvOf(program, name, ...args), {
    env: env(data),
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stderr };
}

beforeAll(() => {
  if (archive !== undefined) return;
  const build = spawnSync(process.execPath, commandArgv("build", []));
  expect(build.status).toBe(0);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20 }));

it("starts, copies its data, backs up, restores and updates", async () => {
  const old = unpackedIn("old");
  const first = await serve(old, "data");
  const { fetchToken } = await signUp(first.url);
  const client = aConvexClient(first.url);
  client.setAuth(fetchToken);
  await client.mutation(createCustomer, { customer_name: "Grace Hopper" });
  const page = await (await fetch(first.url)).text();
  expect(page).toContain("Downspout");
  const [script = ""] = /[/]assets[/]index-\w+[.]js/.exec(page) ?? [];
  const code = await (await fetch(new URL(script, first.url))).text();
  expect(code).not.toContain("Download the React DevTools");
  await eventually(
    async () => {
      const health = await fetch(new URL("/api/health", first.url));
      const { lastBackupAt } = (await health.json()) as {
        lastBackupAt?: string;
      };
      return lastBackupAt ?? null;
    },
    DAILY_COPY_MS,
    500,
  );
  expect(run(old, "data", "backup", backup)).toEqual({ status: 0, stderr: "" });
  await first.end();

  expect(run(old, "restored", "restore", backup)).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "restored", "data.db"))).toBe(true);
  const restored = await serve(old, "restored");
  await signIn(restored.url, "ada@example.com");
  await restored.end();

  const updated = await serve(unpackedIn("new"), "data");
  await signIn(updated.url, "ada@example.com");
  await updated.end();
}, 240_000);
