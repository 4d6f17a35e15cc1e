import { cronJobs } from "convex/server";
import { expect, test } from "vitest";
import { serve } from "../src/serve";
import { StartupError } from "../src/store/errors";
import { temporaryFolder } from "./support/temporaryFolder";

test("listens on a free port, and frees the folder and the port when it is closed", async () => {
  const dataDir = temporaryFolder();
  const first = await serve({ dataDir, modules: {} });
  expect((await fetch(`${first.url}/version`)).status).toBe(200);
  await expect(serve({ dataDir, modules: {} })).rejects.toThrow(StartupError);
  await first.close();
  const port = Number(new URL(first.url).port);
  const second = await serve({ dataDir, modules: {}, port });
  expect(second.url).toBe(first.url);
  await second.close();
});

test("frees the folder when the functions are refused", async () => {
  const dataDir = temporaryFolder();
  const refused = { http: { default: cronJobs() } };
  await expect(serve({ dataDir, modules: refused })).rejects.toThrow("not an HTTP router");
  const served = await serve({ dataDir, modules: {} });
  await served.close();
});
