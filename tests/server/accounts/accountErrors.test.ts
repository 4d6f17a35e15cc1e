import { expect, test } from "vitest";
import {
  AccountError,
  betterAuthError,
  tooManyAttempts,
} from "../../../server/accounts/accountErrors";

test.each([
  [1, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [90_000, "90 seconds"],
  [91_000, "2 minutes"],
  [121_000, "3 minutes"],
  [15 * 60_000, "15 minutes"],
])("shows a wait of %i ms as %s", (ms, words) => {
  const { body, status } = tooManyAttempts(ms);
  expect(status).toBe(429);
  expect(body.message).toBe(`Too many attempts. Try again in ${words}.`);
  expect(body.retryAfterSeconds).toBe(Math.ceil(ms / 1000));
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
])("maps Better Auth's %i %s to %s", (status, code, ours, ourStatus) => {
  const error = betterAuthError(status, code);
  expect(error).toBeInstanceOf(AccountError);
  expect([error.code, error.status]).toEqual([ours, ourStatus]);
});
