/** Parses sign-in and sign-up forms, or throws the first error. Pure. */
import { z } from "zod";
import { AccountError, type AccountErrorCode } from "./accountErrors";

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

export interface SignUp extends SignIn {
  readonly name: string;
  readonly inviteCode?: string;
}

const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email("INVALID_EMAIL").max(254, "INVALID_EMAIL"));

const signIn = z.object({
  email,
  // Longer than any password that sign-up accepts: rejected without hashing.
  password: z
    .string()
    .min(1, "PASSWORD_REQUIRED")
    .max(1000, "PASSWORD_TOO_LONG"),
});

const newPassword = z
  .string()
  .min(8, "PASSWORD_TOO_SHORT")
  .max(128, "PASSWORD_TOO_LONG");

const signUp = z.object({
  name: z
    .string()
    .trim()
    .min(1, "NAME_REQUIRED")
    .max(100, "NAME_TOO_LONG")
    // Names are shown to other people: no control or invisible characters.
    .regex(/^\P{C}*$/u, "NAME_REQUIRED"),
  email,
  password: newPassword,
  inviteCode: z
    .string()
    .max(200, "INVITATION_UNKNOWN")
    .nullish()
    .transform((code) => code || undefined),
});

export function readSignIn(body: unknown): SignIn {
  return read(signIn, body);
}

export function readSignUp(body: unknown): SignUp {
  return read(signUp, body);
}

export function readNewPassword(text: string): string {
  return read(newPassword, text);
}

function read<T>(rule: z.ZodType<T>, body: unknown): T {
  const result = rule.safeParse(body);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message;
  throw new AccountError(
    CODES.find((code) => code === message) ?? "INVALID_REQUEST",
  );
}

const CODES = [
  "INVALID_EMAIL",
  "PASSWORD_REQUIRED",
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "NAME_REQUIRED",
  "NAME_TOO_LONG",
  "INVITATION_UNKNOWN",
] as const satisfies AccountErrorCode[];
