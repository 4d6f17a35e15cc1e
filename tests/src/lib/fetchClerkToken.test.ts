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

test("gives the token, and null where nobody is signed in", async () => {
  const { options, onTemplate } = setUp();
  expect(await fetchClerkToken(() => Promise.resolve("token"), options)).toBe(
    "token",
  );
  expect(onTemplate).toHaveBeenCalledExactlyOnceWith(true);
  expect(
    await fetchClerkToken(() => Promise.resolve(null), options),
  ).toBeNull();
});

test("waits longer and longer while Clerk cannot be reached", async () => {
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
])(
  "an answer of %i is not asked for again; template known: %s",
  async (status, isKnown) => {
    const { options, onTemplate, waits } = setUp();
    const asked = fetchClerkToken(
      () => Promise.reject(refusal(status)),
      options,
    );
    await expect(asked).rejects.toThrow();
    expect(onTemplate).toHaveBeenCalledExactlyOnceWith(isKnown);
    expect(waits).toEqual([]);
  },
);
