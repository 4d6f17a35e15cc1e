import { ConvexHttpClient } from "convex/browser";
import { beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { lowStock } from "@domain/stock/reorder";
import { startDemo } from "../../../scripts/demo/startDemo";
import { buildServer } from "../../support/builtServer";

const TIME = { now: Date.now(), timeZone: "America/New_York" };

beforeAll(buildServer);

it("opens a furnished office to the browser that has the link, and deletes it at the end", async () => {
  const demo = await startDemo(TIME);
  try {
    const here = (url: string) => url.replace("localhost", "127.0.0.1");
    const link = await fetch(here(demo.link.url), { redirect: "manual" });
    const cookie = link.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const url = here(demo.url);
    const answer = await fetch(`${url}/api/auth/token`, {
      headers: { cookie },
    });
    const { token } = (await answer.json()) as { token: string };
    const client = new ConvexHttpClient(url, {
      logger: false,
      skipConvexDeploymentUrlCheck: true,
    });
    client.setAuth(token);
    const jobs = await client.query(api.jobs.getAll, {});
    expect(jobs.length).toBeGreaterThan(100);
    expect(jobs.filter((job) => job.job_photo_estimate.length > 0).length).toBeGreaterThan(50);
    const colors = await client.query(api.inventory.listColors, {});
    expect(colors.filter(({ quantity }) => quantity > 0).length).toBe(9);
    const low = colors.filter((color) => lowStock(color).length > 0);
    expect(low.map(({ colorNumber }) => colorNumber)).toEqual(["180", "260"]);
    const team = await fetch(`${url}/api/auth/team`, { headers: { cookie } });
    expect(((await team.json()) as { people: unknown[] }).people).toHaveLength(2);
    expect((await fetch(`${url}/api/auth/token`)).status).toBe(401);
  } finally {
    await demo.remove();
  }
  await expect(fetch(demo.url)).rejects.toThrow("fetch failed");
});
