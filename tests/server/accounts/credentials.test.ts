import { describe, expect, it } from "vitest";
import type { AccountError } from "../../../server/accounts/accountErrors";
import {
  readInvitationId,
  readNewPassword,
  readPasswordChange,
  readPersonId,
  readSignIn,
  readSignUp,
} from "../../../server/accounts/credentials";

const LONGEST_EMAIL = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.us`;

const RIGHT = {
  name: "Ana",
  email: "ana@example.com",
  password: "12345678",
};

/** Undefined if the body is accepted. */
function refusalOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as AccountError).code;
  }
}

describe("readSignUp", () => {
  it.each([
    [{ name: "x".repeat(100) }, undefined],
    [{ name: "x".repeat(101) }, "NAME_TOO_LONG"],
    [{ password: "x".repeat(7) }, "PASSWORD_TOO_SHORT"],
    [{ password: "x".repeat(8) }, undefined],
    [{ password: "x".repeat(128) }, undefined],
    [{ password: "x".repeat(129) }, "PASSWORD_TOO_LONG"],
    [{ email: LONGEST_EMAIL }, undefined],
    [{ email: `a.${LONGEST_EMAIL}` }, "INVALID_EMAIL"],
    [{ inviteCode: "x".repeat(200) }, undefined],
    [{ inviteCode: "x".repeat(201) }, "INVITATION_UNKNOWN"],
  ])("a sign-up is bounded at %j", (given, code) => {
    expect(refusalOf(() => readSignUp({ ...RIGHT, ...given }))).toBe(code);
  });

  it("a sign-up trims the name and the e-mail, takes the e-mail in lower case, and the password as it is", () => {
    const given = { name: " Ana ", email: " Ana@EXAMPLE.com " };
    const password = " Space at both ends ";
    expect(readSignUp({ ...RIGHT, ...given, password })).toEqual({
      ...{ ...RIGHT, password },
    });
  });

  it.each([undefined, null, ""])("a sign-up has no invitation for %o", (inviteCode) => {
    expect(readSignUp({ ...RIGHT, inviteCode }).inviteCode).toBeUndefined();
  });
});

it("a sign-in takes any password that may be stored", () => {
  const signIn = (password: string) => refusalOf(() => readSignIn({ ...RIGHT, password }));
  expect(["", "x", "x".repeat(1_000), "x".repeat(1_001)].map(signIn)).toEqual([
    "PASSWORD_REQUIRED",
    undefined,
    undefined,
    "PASSWORD_TOO_LONG",
  ]);
});

it("a new password has the bounds of a sign-up, also when it replaces another one", () => {
  for (const [length, code] of [
    [7, "PASSWORD_TOO_SHORT"],
    [8, undefined],
    [128, undefined],
    [129, "PASSWORD_TOO_LONG"],
  ] as const) {
    const newPassword = "x".repeat(length);
    const change = { currentPassword: "x", newPassword };
    expect(refusalOf(() => readPasswordChange(change))).toBe(code);
    expect(refusalOf(() => readNewPassword(newPassword))).toBe(code);
  }
});

it("an id has 1 to 100 characters", () => {
  for (const [length, code] of [
    [0, "INVALID_REQUEST"],
    [1, undefined],
    [100, undefined],
    [101, "INVALID_REQUEST"],
  ] as const) {
    const id = "x".repeat(length);
    expect(refusalOf(() => readPersonId({ personId: id }))).toBe(code);
    expect(refusalOf(() => readInvitationId({ invitationId: id }))).toBe(code);
  }
});
