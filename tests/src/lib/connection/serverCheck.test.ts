import { afterEach, expect, test, vi } from "vitest";
import { serverAnswers } from "@/lib/connection/serverCheck";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const OWN = window.location.origin;
const HOSTED = "https://happy-otter-1.convex.cloud";

function answerWith(response: Partial<Response> | Error) {
  const fetched = vi.fn((_url: string | URL, _init: RequestInit) =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response as Response),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const json = (body: unknown, status = 200) => Response.json(body, { status });

test.each([
  ["healthy", json({ status: "ok" }), true],
  ["unwell", json({ status: "unwell", message: "" }, 503), true],
  ["behind a proxy that fails", new Response("Bad gateway"), false],
  ["another one, of a hotspot", json("Accept our terms"), false],
  ["out of reach", new TypeError("Failed to fetch"), false],
])("asks this page's server, which is %s", async (_name, answer, expected) => {
  const fetched = answerWith(answer);
  expect(await serverAnswers(OWN)).toBe(expected);
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/health");
});

test("any response of hosted Convex counts, since the page may not read it", async () => {
  const fetched = answerWith({ type: "opaque" });
  expect(await serverAnswers(HOSTED)).toBe(true);
  const [url, init] = fetched.mock.calls[0]!;
  expect(String(url)).toBe(`${HOSTED}/version`);
  expect(init.mode).toBe("no-cors");
});

test.each([OWN, HOSTED])("takes 3 s at most, and no cache: %s", async (url) => {
  const signal = new AbortController().signal;
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(signal);
  const fetched = answerWith(new TypeError("Failed to fetch"));
  await serverAnswers(url);
  expect(limit).toHaveBeenCalledExactlyOnceWith(3000);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    signal,
    cache: "no-store",
    credentials: "omit",
  });
});
