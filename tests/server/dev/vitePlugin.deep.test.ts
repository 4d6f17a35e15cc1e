import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { makeFunctionReference } from "convex/server";
import { createServer, type ViteDevServer } from "vite";
import { expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { downspoutServer } from "../../../server/dev/vitePlugin";
import {
  aConvexClient,
  watch,
} from "../../../packages/embedded-convex/tests/support/convexClients";

const greet = makeFunctionReference<"query", Record<string, never>, string>("greeting:greet");

/** A limit for waiting that ends as soon as its condition holds. */
const LONG_MS = 50_000;

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
  writeFileSync(
    join(folder, "modules.ts"),
    `import * as greeting from "./functions/greeting";
     export const loadModules = () => ({ greeting });`,
  );
  return { folder, say };
}

async function aViteServer(first = '"hello"') {
  const { folder, say } = aFunctionFolder();
  say(first);
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
  return { vite, url: currentUrl(vite), say, errors };
}

/** Another one after a restart. */
function currentUrl(vite: ViteDevServer): string {
  const address = vite.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("not listening");
  return `http://127.0.0.1:${address.port}`;
}

it("serves the backend on Vite's port, next to Vite's files and WebSocket", async () => {
  const { url } = await aViteServer();
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect(await (await fetch(`${url}/@vite/client`)).text()).toContain("HMR");
  expect(await watch(aConvexClient(url), greet, {}).until(() => true)).toBe("hello");
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
  await vi.waitFor(() => expect(errors).not.toEqual([]), LONG_MS);
  expect(live.values.at(-1)).toBe("good day");
  say('"good evening"');
  await live.until((greeting) => greeting === "good evening");
});

interface Message {
  readonly type: string;
  readonly err?: { readonly message: string };
}

/** What Vite's client gets on a page: an error covers the page, an update uncovers it. */
async function aPage(url: string) {
  const page = new WebSocket(url.replace("http", "ws"), "vite-hmr");
  const got: Message[] = [];
  page.on("message", (text: Buffer) => got.push(JSON.parse(text.toString()) as Message));
  onTestFinished(() => page.terminate());
  await once(page, "open");
  const last = () => got.filter(({ type }) => type !== "connected").at(-1);
  return { last };
}

it("shows a broken function on every page, also on one opened meanwhile, until it is corrected", async () => {
  const { url, say } = await aViteServer();
  const live = watch(aConvexClient(url), greet, {});
  await live.until(() => true);
  const open = await aPage(url);
  say("this is no code");
  const shown = () => expect(open.last()?.type).toBe("error");
  await vi.waitFor(shown, LONG_MS);
  const message = open.last()?.err?.message ?? "";
  expect(message).toContain("greeting.ts");
  // The compiler's codes of colors would be readable on the page.
  expect(stripVTControlCharacters(message)).toBe(message);
  const later = await aPage(url);
  await vi.waitFor(() => expect(later.last()).toEqual(open.last()), LONG_MS);
  say('"good evening"');
  await live.until((greeting) => greeting === "good evening");
  for (const { last } of [open, later])
    await vi.waitFor(() => expect(last()?.type).toBe("update"), LONG_MS);
});

it("shows functions that are broken at the start, and starts once they are corrected", async () => {
  const { vite, url, say, errors } = await aViteServer("this is no code");
  await vi.waitFor(() => expect(errors).not.toEqual([]), LONG_MS);
  const page = await aPage(url);
  await vi.waitFor(() => expect(page.last()?.type).toBe("error"), LONG_MS);
  say('"good morning"');
  await vi.waitFor(async () => {
    const { status } = await fetch(`${currentUrl(vite)}/api/health`);
    expect(status).toBe(200);
  }, LONG_MS);
  const live = watch(aConvexClient(currentUrl(vite)), greet, {});
  expect(await live.until(() => true)).toBe("good morning");
});

it("closes with Vite, so that it can be started again", async () => {
  const { vite } = await aViteServer();
  await vite.restart();
  expect((await fetch(`${currentUrl(vite)}/api/health`)).status).toBe(200);
});
