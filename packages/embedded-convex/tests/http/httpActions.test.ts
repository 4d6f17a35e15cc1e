import { describe, expect, it } from "vitest";
import { InvalidToken } from "../../src/identity";
import { BodyBuffer, type BodyLimits } from "../../src/http/bufferedBody";
import { httpActions } from "../../src/http/httpActions";
import type { Caller } from "../../src/functionCall";
import { temporaryFolder } from "../support/temporaryFolder";
import { anHttpServer } from "../support/handlerServer";

const MEGABYTE = 1024 * 1024;

async function aServer(
  act: (request: Request, caller: Caller) => Promise<Response | null>,
  limits: Partial<BodyLimits> = {},
) {
  return anHttpServer(
    httpActions({
      bodies: new BodyBuffer(temporaryFolder(), {
        maxBytes: 21 * MEGABYTE,
        ...limits,
      }),
      engine: { runHttpAction: act, httpRoute: () => null },
      originOf: () => "http://desk.local:3000",
      verifyToken: async (token) => {
        await Promise.resolve();
        if (token !== "good") throw new InvalidToken("no");
        return {
          identity: {
            subject: "ada",
            issuer: "own",
            tokenIdentifier: "own|ada",
          },
          expiresAt: Infinity,
        };
      },
    }),
  );
}

describe("HTTP actions", () => {
  it("gets the request unchanged, with the origin that the client used", async () => {
    const url = await aServer(async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        type: request.headers.get("content-type"),
        body: await request.text(),
      }),
    );
    const response = await fetch(`${url}/upload?ticket=1`, {
      method: "POST",
      body: "héllo",
      headers: { "content-type": "text/x" },
    });
    expect(await response.json()).toEqual({
      method: "POST",
      url: "http://desk.local:3000/upload?ticket=1",
      type: "text/x",
      body: "héllo",
    });
  });

  it("an HTTP action sends its status, headers, cookies and bytes", async () => {
    const bytes = new Uint8Array(3 * MEGABYTE).map((_, at) => at);
    const url = await aServer(async () => {
      await Promise.resolve();
      const headers = new Headers({ "x-own": "yes" });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2");
      return new Response(bytes, { status: 207, headers });
    });
    const response = await fetch(`${url}/bytes`);
    expect(response.status).toBe(207);
    expect(response.headers.get("x-own")).toBe("yes");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("sends no CORS headers, even if it sets them", async () => {
    const url = await aServer(async () => {
      await Promise.resolve();
      return new Response("stored", {
        headers: {
          "Access-Control-Allow-Origin": "*",
          "Access-Control-Allow-Headers": "Content-Type",
          "Access-Control-Max-Age": "86400",
          "x-own": "yes",
        },
      });
    });
    for (const method of ["OPTIONS", "POST"]) {
      const response = await fetch(url, {
        method,
        headers: { origin: "https://elsewhere.example" },
      });
      const names = [...response.headers.keys()].join();
      expect(names).toContain("x-own");
      expect(names).not.toContain("access-control");
    }
  });

  it("gets the identity of the token, and none for other keys", async () => {
    const url = await aServer(async (_, { identity }) => {
      await Promise.resolve();
      return new Response(identity?.subject ?? "nobody");
    });
    const as = async (authorization: string) =>
      (await fetch(url, { headers: { authorization } })).text();
    expect(await as("Bearer good")).toBe("ada");
    expect(await as("Bearer of-someone-else")).toBe("nobody");
    expect(await as("Basic abc")).toBe("nobody");
  });

  it("an HTTP action can respond without reading the body, and the client receives the response", async () => {
    const url = await aServer(async () => {
      await Promise.resolve();
      return new Response("too many", { status: 400 });
    });
    const response = await fetch(url, {
      method: "POST",
      body: new Uint8Array(6 * MEGABYTE),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe("too many");
  });

  it("logs nothing when the client disconnects during the response", async () => {
    const failures: unknown[] = [];
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      });
    const handler = httpActions({
      bodies: new BodyBuffer(temporaryFolder(), { maxBytes: MEGABYTE }),
      engine: {
        runHttpAction: () => Promise.resolve(new Response(endless())),
        httpRoute: () => null,
      },
      originOf: () => "http://desk.local:3000",
      verifyToken: () => Promise.reject(new InvalidToken("no")),
    });
    let finish = () => {};
    const handled = new Promise<void>((resolve) => (finish = resolve));
    const url = await anHttpServer(async (req, res) => {
      try {
        return await handler(req, res);
      } catch (error) {
        failures.push(error);
        throw error;
      } finally {
        finish();
      }
    });
    const leaving = new AbortController();
    await fetch(url, { signal: leaving.signal });
    leaving.abort();
    await handled;
    expect(failures).toEqual([]);
  });

  it("stops reading a body above the limit", async () => {
    const url = await aServer(async (request) => {
      try {
        return new Response(String((await request.arrayBuffer()).byteLength));
      } catch (error) {
        return new Response(String(error), { status: 413 });
      }
    });
    expect(
      await (
        await fetch(url, {
          method: "POST",
          body: new Uint8Array(21 * MEGABYTE),
        })
      ).text(),
    ).toBe(String(21 * MEGABYTE));
    const response = await fetch(url, {
      method: "POST",
      body: new Uint8Array(33 * MEGABYTE),
    });
    expect(response.status).toBe(413);
  });

  it("an HTTP action without a matching route is left to the next handler", async () => {
    const url = await aServer(() => Promise.resolve(null));
    expect(await (await fetch(`${url}/else`)).text()).toBe("not handled");
  });
});
