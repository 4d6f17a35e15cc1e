import { ClerkAPIResponseError } from "@clerk/react/errors";
import { afterEach, expect, test, vi } from "vitest";
import { fetchClerkToken } from "@/session/fetchClerkToken";

afterEach(() => vi.useRealTimers());

const refusal = (status: number, ...data: ClerkErrorJson[]) =>
  new ClerkAPIResponseError("refused", { data, status });

interface ClerkErrorJson {
  readonly code: string;
  readonly message: string;
  readonly long_message?: string;
}

/** As Clerk answers for a JWT template that does not exist. */
const NO_TEMPLATE = {
  code: "resource_not_found",
  message: "JWT template not found",
  long_message: "No JWT template exists with name: convex",
};
const NO_SESSION = {
  code: "resource_not_found",
  message: "Session not found",
  long_message: "No session was found with id sess_1",
};

function setUp() {
  const onTemplate = vi.fn();
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { onTemplate, waits, options: { onTemplate, wait } };
}

test("returns the token, or null when signed out", async () => {
  const { options, onTemplate } = setUp();
  expect(await fetchClerkToken(() => Promise.resolve("token"), options)).toBe(
    "token",
  );
  expect(onTemplate).toHaveBeenCalledExactlyOnceWith(true);
  expect(
    await fetchClerkToken(() => Promise.resolve(null), options),
  ).toBeNull();
});

test("backs off while Clerk is unreachable", async () => {
  const { options, waits } = setUp();
  const ask = vi.fn(() => Promise.resolve<string | null>("token"));
  for (let i = 0; i < 4; i++)
    ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  for (const status of [429, 408, 500])
    ask.mockRejectedValueOnce(refusal(status));
  expect(await fetchClerkToken(ask, options)).toBe("token");
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]);
});

test("gives up on Clerk after 8 s and asks again", async () => {
  vi.useFakeTimers();
  const { options, waits } = setUp();
  const ask = vi
    .fn(() => Promise.resolve<string | null>("token"))
    .mockReturnValueOnce(new Promise(() => {}));
  const asked = fetchClerkToken(ask, options);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await asked).toBe("token");
  expect(waits).toEqual([1000]);
});

test("asks Clerk at once when the line is back", async () => {
  vi.useFakeTimers();
  const ask = vi
    .fn(() => Promise.resolve<string | null>("token"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const asked = fetchClerkToken(ask, { onTemplate: () => {} });
  await vi.advanceTimersByTimeAsync(500);
  expect(ask).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  expect(await asked).toBe("token");
});

test.each([
  ["a missing template", refusal(404, NO_TEMPLATE), false],
  ["a missing session", refusal(404, NO_SESSION), true],
  ["401", refusal(401), true],
  ["422", refusal(422), true],
])("the fetch is not retried after %s", async (_, error, hasTemplate) => {
  const { options, onTemplate, waits } = setUp();
  const asked = fetchClerkToken(() => Promise.reject(error), options);
  await expect(asked).rejects.toBe(error);
  expect(onTemplate).toHaveBeenCalledExactlyOnceWith(hasTemplate);
  expect(waits).toEqual([]);
});

test("asks again after a 404 that is not Clerk's, and reports nothing about the template", async () => {
  const { options, onTemplate, waits } = setUp();
  const ask = vi
    .fn(() => Promise.resolve<string | null>(null))
    .mockRejectedValueOnce(refusal(404));
  expect(await fetchClerkToken(ask, options)).toBeNull();
  expect(waits).toEqual([1000]);
  expect(onTemplate).not.toHaveBeenCalled();
});
