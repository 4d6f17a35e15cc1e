import { expect, it } from "vitest";
import { versionRoute } from "../../src/http/version";
import { anHttpServer } from "../support/handlerServer";

const aServer = () => anHttpServer(async (...request) => versionRoute.handler(...request));

it("answers pages of any origin, and is not cached", async () => {
  const url = await aServer();
  const response = await fetch(`${url}/version`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe("embedded-convex");
});

it("rejects methods other than GET", async () => {
  const url = await aServer();
  const response = await fetch(`${url}/version`, { method: "POST" });
  expect(response.status).toBe(405);
});
