import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accountsServer, signUp } from "../support/accountsServer";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const ROOT = join(import.meta.dirname, "../..");

const run = (dataDir: string) =>
  spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/tsx/dist/cli.mjs"),
      join(ROOT, "scripts/endSessions.ts"),
    ],
    {
      env: { ...process.env, DATA_DIR: dataDir },
      // Not the project folder, which may have a developer's .env.
      cwd: dataDir,
      encoding: "utf8",
    },
  );

it("ends the sessions of the data folder, or says why it cannot", async () => {
  const server = await accountsServer();
  const ana = server.browser();
  await signUp(ana, "Ana");
  server.accounts().close();
  expect(run(server.dataDir)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      "Ended 1 session and replaced the keys",
    ) as string,
    stderr: "",
  });
  await server.restart();
  expect((await ana.get("token")).status).toBe(401);

  const elsewhere = run(temporaryFolder());
  expect(elsewhere).toMatchObject({ status: 1, stdout: "" });
  expect(elsewhere.stderr).toMatch(/^There are no accounts in .+\n$/);
});
