import { ClerkAPIResponseError } from "@clerk/react/errors";
import { afterEach, expect, test, vi } from "vitest";
import { NO_CLAIM, NO_TEMPLATE, OFFICE_UNAVAILABLE } from "@/session/accessProblems";
import { fetchClerkToken, problemOf } from "@/session/fetchClerkToken";
import { OtherOfficeError } from "@/session/fetchOwnToken";
import { tokenWith } from "../../support/tokens";

afterEach(() => vi.useRealTimers());

const refusal = (status: number, ...data: ClerkErrorJson[]) =>
  new ClerkAPIResponseError("refused", { data, status });

interface ClerkErrorJson {
  readonly code: string;
  readonly message: string;
  readonly long_message?: string;
}

/** As Clerk answers for a JWT template that does not exist. */
const NO_TEMPLATE_ERROR = {
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
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { waits, wait };
}

test("returns the token, or null when signed out", async () => {
  expect(await fetchClerkToken(() => Promise.resolve("token"))).toBe("token");
  expect(await fetchClerkToken(() => Promise.resolve(null))).toBeNull();
});

test("backs off while Clerk is unreachable", async () => {
  const { wait, waits } = setUp();
  const ask = vi.fn(() => Promise.resolve<string | null>("token"));
  for (let i = 0; i < 3; i++) ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  // Clerk did not answer within the limit of a request.
  ask.mockRejectedValueOnce(new DOMException("No answer", "TimeoutError"));
  for (const status of [429, 408, 500]) ask.mockRejectedValueOnce(refusal(status));
  expect(await fetchClerkToken(ask, wait)).toBe("token");
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]);
});

test("asks Clerk at once when the line is back", async () => {
  vi.useFakeTimers();
  const ask = vi
    .fn(() => Promise.resolve<string | null>("token"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const asked = fetchClerkToken(ask);
  await vi.advanceTimersByTimeAsync(500);
  expect(ask).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  expect(await asked).toBe("token");
});

test.each([
  ["a missing template", refusal(404, NO_TEMPLATE_ERROR), NO_TEMPLATE],
  ["a missing session", refusal(404, NO_SESSION), null],
  ["401", refusal(401), null],
  ["422", refusal(422), null],
  ["another office's token", new OtherOfficeError(tokenWith({ org_id: null })), OFFICE_UNAVAILABLE],
  ["a token without the claim", new OtherOfficeError(tokenWith({})), NO_CLAIM],
])("the fetch is not retried after %s", async (_, error, problem) => {
  const { wait, waits } = setUp();
  const asked = fetchClerkToken(() => Promise.reject(error), wait);
  await expect(asked).rejects.toBe(error);
  expect(problemOf(error)).toBe(problem);
  expect(waits).toEqual([]);
});

test("retries after a 404 that is not Clerk's", async () => {
  const { wait, waits } = setUp();
  const ask = vi.fn(() => Promise.resolve<string | null>(null)).mockRejectedValueOnce(refusal(404));
  expect(await fetchClerkToken(ask, wait)).toBeNull();
  expect(waits).toEqual([1000]);
});
