import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { makeFunctionReference } from "convex/server";
import { createServer } from "vite";
import { expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { downspoutServer } from "../../../server/dev/vitePlugin";
import {
  aConvexClient,
  watch,
} from "../../../packages/embedded-convex/tests/support/convexClients";

const greet = makeFunctionReference<"query", Record<string, never>, string>(
  "greeting:greet",
);

/** A folder inside the project, since Vite loads no modules from elsewhere. */
function aFunctionFolder() {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache/vite-plugin-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "functions"));
  const say = (greeting: string) =>
    writeFileSync(
      join(folder, "functions", "greeting.ts"),
      `import { queryGeneric } from "convex/server";
       export const greet = queryGeneric({ args: {}, handler: () => ${greeting} });`,
    );
  say('"hello"');
  writeFileSync(
    join(folder, "modules.ts"),
    `import * as greeting from "./functions/greeting";
     export const loadModules = () => ({ greeting });`,
  );
  return { folder, say };
}

async function aViteServer() {
  const { folder, say } = aFunctionFolder();
  const errors: string[] = [];
  const vite = await createServer({
    root: resolve("."),
    configFile: false,
    mode: "development",
    logLevel: "silent",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: "127.0.0.1" },
    plugins: [
      downspoutServer({
        env: { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent" },
        modules: join(folder, "modules.ts"),
        functionFolders: [join(folder, "functions")],
      }),
    ],
  });
  vite.config.logger.error = (message) => void errors.push(message);
  onTestFinished(() => vite.close());
  await vite.listen();
  const address = vite.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("not listening");
  return { vite, url: `http://127.0.0.1:${address.port}`, say, errors };
}

it("serves the backend on Vite's port, next to Vite's files and WebSocket", async () => {
  const { url } = await aViteServer();
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect(await (await fetch(`${url}/@vite/client`)).text()).toContain("HMR");
  expect(await watch(aConvexClient(url), greet, {}).until(() => true)).toBe(
    "hello",
  );
  const hmr = new WebSocket(`${url.replace("http", "ws")}/`, "vite-ping");
  await once(hmr, "open");
  hmr.terminate();
});

it("reloads a changed function and its subscribers, and keeps the old version of a broken one", async () => {
  const { url, say, errors } = await aViteServer();
  const live = watch(aConvexClient(url), greet, {});
  await live.until((greeting) => greeting === "hello");
  say('"good day"');
  await live.until((greeting) => greeting === "good day");
  say("this is no code");
  await vi.waitFor(() => expect(errors).not.toEqual([]), 50_000);
  expect(live.values.at(-1)).toBe("good day");
  say('"good evening"');
  await live.until((greeting) => greeting === "good evening");
});

it("closes with Vite, so that it can be started again", async () => {
  const { vite } = await aViteServer();
  await vite.restart();
  const address = vite.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("not listening");
  expect(
    (await fetch(`http://127.0.0.1:${address.port}/api/health`)).status,
  ).toBe(200);
});
