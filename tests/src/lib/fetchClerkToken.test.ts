import { ClerkAPIResponseError } from "@clerk/react/errors";
import { expect, test, vi } from "vitest";
import { fetchClerkToken } from "@/lib/fetchClerkToken";

const refusal = (status: number) =>
  new ClerkAPIResponseError("refused", { data: [], status });

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

test.each([
  [404, false],
  [401, true],
  [422, true],
])("does not retry a %i; template exists: %s", async (status, isKnown) => {
  const { options, onTemplate, waits } = setUp();
  const asked = fetchClerkToken(() => Promise.reject(refusal(status)), options);
  await expect(asked).rejects.toThrow();
  expect(onTemplate).toHaveBeenCalledExactlyOnceWith(isKnown);
  expect(waits).toEqual([]);
});
