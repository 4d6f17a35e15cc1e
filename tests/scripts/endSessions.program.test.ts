import { expect, it } from "vitest";
import { accountsServer, signUp } from "../support/accountsServer";
import { runCommand } from "../support/command";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const run = (dataDir: string, ...args: string[]) => runCommand("end-sessions", dataDir, ...args);

it("ends the sessions of the data folder, or says why it cannot", async () => {
  const server = await accountsServer();
  const ana = server.browser();
  await signUp(ana, "Ana");
  server.accounts().close();
  expect(run(server.dataDir, "--yes")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Ended 1 session and replaced the keys") as string,
    stderr: "",
  });
  await server.restart();
  expect((await ana.get("token")).status).toBe(401);

  const elsewhere = run(temporaryFolder(), "--yes");
  expect(elsewhere).toMatchObject({ status: 1, stdout: "" });
  expect(elsewhere.stderr).toMatch(/^There are no accounts in .+\n$/);
});

it.each([
  ["without an answer", [], 2, "Nothing was done."],
  ["with an unknown option", ["--yes", "--now"], 2, "'--now'"],
  ["with --help", ["--help"], 0, ""],
])("ends no session %s", async (_, args, status, named) => {
  const server = await accountsServer();
  const ana = server.browser();
  await signUp(ana, "Ana");
  server.accounts().close();
  const ended = run(server.dataDir, ...args);
  expect(ended.status).toBe(status);
  expect(ended.stderr).toContain(named);
  await server.restart();
  expect((await ana.get("token")).status).toBe(200);
});
