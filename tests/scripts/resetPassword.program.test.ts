import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { accountsServer, signUp } from "../support/accountsServer";
import { commandArgv } from "../support/command";
import { PASSWORD } from "../support/people";

/** Runs the script while the server is running. */
async function run(dataDir: string, args: readonly string[], input = "") {
  const child = spawn(process.execPath, commandArgv("reset-password", args), {
    env: { ...process.env, DATA_DIR: dataDir },
    // Not the project folder, which may have a developer's .env.
    cwd: dataDir,
  });
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

const email = "ana@example.com";

it("sets a generated password or one from stdin, and rejects one as an argument", async () => {
  const server = await accountsServer();
  await signUp(server.browser(), "Ana");
  const canSignIn = async (password: string) => {
    const reply = await server.browser().post("sign-in/email", {
      email,
      password,
    });
    return reply.status === 200;
  };

  const generated = await run(server.dataDir, [email]);
  expect(generated.status, generated.stderr).toBe(0);
  expect(generated.stdout).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}\n$/);
  expect(generated.stderr).toContain("Ana (ana@example.com)");
  expect(await canSignIn(PASSWORD)).toBe(false);
  expect(await canSignIn(generated.stdout.trim())).toBe(true);

  const given = await run(server.dataDir, [email, "--stdin"], "given on stdin\n");
  expect(given).toMatchObject({ status: 0, stdout: "" });
  expect(given.stderr).not.toContain("given on stdin");
  expect(await canSignIn("given on stdin")).toBe(true);

  for (const [args, status, sentence] of [
    [[email, "an argument"], 2, "Do not pass the password as an argument"],
    [[], 2, "npm run reset-password -- EMAIL"],
    [["who@example.com"], 1, "no account with the e-mail address who@example.com"],
  ] as const) {
    const rejected = await run(server.dataDir, args);
    expect(rejected).toMatchObject({ status, stdout: "" });
    expect(rejected.stderr).toContain(sentence);
    expect(rejected.stderr).not.toContain("    at ");
  }
  expect(await canSignIn("given on stdin")).toBe(true);
});
