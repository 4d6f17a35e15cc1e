import { expect, test } from "vitest";
import {
  Refused,
  refusedByBetterAuth,
  tooManyAttempts,
} from "../../../server/accounts/refusals";

test.each([
  [1, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [90_000, "90 seconds"],
  [91_000, "2 minutes"],
  [15 * 60_000, "15 minutes"],
])("a wait of %i ms is called %s", (ms, words) => {
  const { refusal, status } = tooManyAttempts(ms);
  expect(status).toBe(429);
  expect(refusal.message).toBe(`Too many attempts. Try again in ${words}.`);
  expect(refusal.retryAfterSeconds).toBe(Math.ceil(ms / 1000));
});

test.each([
  [401, "INVALID_EMAIL_OR_PASSWORD", "INVALID_EMAIL_OR_PASSWORD", 401],
  [422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "EMAIL_TAKEN", 409],
  [401, "UNAUTHORIZED", "NOT_SIGNED_IN", 401],
  [401, undefined, "NOT_SIGNED_IN", 401],
  [403, "INVALID_ORIGIN", "CROSS_ORIGIN", 403],
  [503, "BUSY", "BUSY", 503],
  [500, "SOMETHING_NEW", "INTERNAL", 500],
  [400, "SOMETHING_NEW", "INVALID_REQUEST", 400],
  [400, "constructor", "INVALID_REQUEST", 400],
  [400, { toString: 1 }, "INVALID_REQUEST", 400],
])("Better Auth's %i %s is our %s", (status, code, ours, ourStatus) => {
  const refused = refusedByBetterAuth(status, code);
  expect(refused).toBeInstanceOf(Refused);
  expect([refused.refusal.code, refused.status]).toEqual([ours, ourStatus]);
});
