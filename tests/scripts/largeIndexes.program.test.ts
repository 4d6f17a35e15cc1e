/**
 * The checks of Convex's own command line for indexes of large tables, run against a deployment of which only the
 * answers to those checks are real: what the guide and the workflow of the deployment say of them is true.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const WORKFLOW = readFileSync(join(ROOT, ".github/workflows/deploy.yml"), "utf8");
const [, SKIP = ""] = /inputs\.change-large-indexes && '([\w-]+)'/.exec(WORKFLOW) ?? [];
const ALLOW = "--allow-deleting-large-indexes";

/** Of `searchWords`, with 160,000 rows. */
const indexOf = (change: string, of: object = {}) => ({
  ...{ name: "searchWords.by_word", type: "database", fields: ["word"] },
  ...{ staged: false, change, needsBackfill: change === "added" },
  numDocs: 160_000,
  ...of,
});

const NEW = [indexOf("added")];
const CHANGED = [indexOf("dropped"), indexOf("added")];
const REMOVED = [indexOf("dropped")];
const STAGED = [indexOf("added", { staged: true })];
const FILLED = [indexOf("enabled")];

it.each([
  ["new index is refused", NEW, "", false],
  ["new index is refused", NEW, ALLOW, false],
  ["new index is deployed", NEW, SKIP, true],
  ["changed index is refused", CHANGED, "", false],
  ["changed index is refused", CHANGED, ALLOW, false],
  ["changed index is deployed", CHANGED, SKIP, true],
  ["removed index is refused", REMOVED, "", false],
  ["removed index is deployed", REMOVED, ALLOW, true],
  ["removed index is deployed", REMOVED, SKIP, true],
  ["staged index is deployed", STAGED, "", true],
  ["staged index that is filled is enabled", FILLED, "", true],
])(
  "a large %s (%#)",
  async (_, indexes, flag, isDeployed) => {
    const { isPushed, output } = await deploy(indexes, flag);
    expect(isPushed, output).toBe(isDeployed);
    if (!isDeployed) expect(output).toContain("--skip-large-indexes-check");
  },
  60_000,
);

it("the workflow skips the checks by an input that is off by default", () => {
  expect(SKIP).toBe("--skip-large-indexes-check");
  expect(WORKFLOW).toMatch(/change-large-indexes:\n.*\n.*type: boolean\n.*default: false/);
});

/** Whether the push began, which comes after the checks. This deployment refuses it. */
async function deploy(indexes: readonly object[], flag: string) {
  let isPushed = false;
  const evaluated = {
    componentSchemaEvaluations: {
      "": { definitionPath: "", schemaValidation: true, tables: [], indexes },
    },
    newComponentDefinitions: [],
  };
  const config = { functions: "convex/", authInfo: [] };
  const answers: Readonly<Record<string, object>> = {
    "/api/get_config_hashes": { config, moduleHashes: [], nodeVersion: "24" },
    "/api/deploy2/evaluate_schema": evaluated,
  };
  const server = createServer((request, response) => {
    isPushed ||= request.url === "/api/deploy2/start_push";
    const answer = answers[request.url ?? ""];
    request.resume().on("end", () => {
      response.statusCode = answer === undefined ? 400 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer ?? { code: "Refused", message: "" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const cli = join(ROOT, "node_modules/convex/bin/main.js");
  const quick = ["--typecheck", "disable", "--codegen", "disable"];
  const child = spawn(process.execPath, [cli, "deploy", ...quick, ...(flag === "" ? [] : [flag])], {
    cwd: ROOT,
    env: {
      ...process.env,
      CI: "true",
      CONVEX_SELF_HOSTED_URL: `http://127.0.0.1:${port}`,
      CONVEX_SELF_HOSTED_ADMIN_KEY: "instance|key",
    },
    // No terminal, as in CI.
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += String(text)));
  await once(child, "close");
  server.close();
  return { isPushed, output };
}
