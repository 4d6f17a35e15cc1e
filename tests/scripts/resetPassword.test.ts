import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { accountsServer, PASSWORD, signUp } from "../support/accountsServer";

const ROOT = join(import.meta.dirname, "../..");

/** Beside the server, which goes on meanwhile. */
async function run(dataDir: string, args: readonly string[], input = "") {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/tsx/dist/cli.mjs"),
      join(ROOT, "scripts/resetPassword.ts"),
      ...args,
    ],
    {
      env: { ...process.env, DATA_DIR: dataDir },
      // Away from a developer's own .env.
      cwd: dataDir,
    },
  );
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

const email = "ana@example.com";

it("gives a person a password that was made, or one that is told on stdin, and takes none as an argument", async () => {
  const server = await accountsServer();
  await signUp(server.browser(), "Ana");
  const canSignIn = async (password: string) => {
    const reply = await server.browser().post("sign-in/email", {
      email,
      password,
    });
    return reply.status === 200;
  };

  const made = await run(server.dataDir, [email]);
  expect(made.status, made.stderr).toBe(0);
  expect(made.stdout).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}\n$/);
  expect(made.stderr).toContain("Ana (ana@example.com)");
  expect(await canSignIn(PASSWORD)).toBe(false);
  expect(await canSignIn(made.stdout.trim())).toBe(true);

  const told = await run(
    server.dataDir,
    [email, "--stdin"],
    "told in secret\n",
  );
  expect(told).toMatchObject({ status: 0, stdout: "" });
  expect(told.stderr).not.toContain("told in secret");
  expect(await canSignIn("told in secret")).toBe(true);

  for (const [args, sentence] of [
    [[email, "an argument"], "never given as an argument"],
    [[], "npm run reset-password -- EMAIL"],
    [["who@example.com"], "no account with the e-mail address who@example.com"],
  ] as const) {
    const refused = await run(server.dataDir, args);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toContain(sentence);
    expect(refused.stderr).not.toContain("    at ");
  }
  expect(await canSignIn("told in secret")).toBe(true);
}, 30_000);
