/** Parses the bodies of the account routes, or throws the first error. Pure. */
import { z } from "zod";
import { AccountError, type AccountErrorCode } from "./accountErrors";

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

interface WithInvitation {
  readonly inviteCode?: string;
}

export interface SignUp extends SignIn, WithInvitation {
  readonly name: string;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email("INVALID_EMAIL").max(254, "INVALID_EMAIL"));

/** Longer than any password that sign-up accepts: rejected without hashing. */
const MAX_KNOWN_PASSWORD = 1000;

const inviteCode = z
  .string()
  .max(200, "INVITATION_UNKNOWN")
  .nullish()
  .transform((code) => code || undefined);

const signIn = z.object({
  email,
  password: z.string().min(1, "PASSWORD_REQUIRED").max(MAX_KNOWN_PASSWORD, "PASSWORD_TOO_LONG"),
  inviteCode,
});

const newPassword = z.string().min(8, "PASSWORD_TOO_SHORT").max(128, "PASSWORD_TOO_LONG");

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
  inviteCode,
});

const passwordChange = z.object({
  currentPassword: z
    .string()
    .min(1, "CURRENT_PASSWORD_REQUIRED")
    .max(MAX_KNOWN_PASSWORD, "CURRENT_PASSWORD_WRONG"),
  newPassword,
});

/** The ids of people and invitations are shorter. */
const id = z.string().min(1).max(100);
const personId = z.object({ personId: id });
const invitationId = z.object({ invitationId: id });

export function readSignIn(body: unknown): SignIn & WithInvitation {
  return read(signIn, body);
}

export function readSignUp(body: unknown): SignUp {
  return read(signUp, body);
}

export function readPasswordChange(body: unknown): PasswordChange {
  return read(passwordChange, body);
}

export function readPersonId(body: unknown): string {
  return read(personId, body).personId;
}

export function readInvitationId(body: unknown): string {
  return read(invitationId, body).invitationId;
}

export function readNewPassword(text: string): string {
  return read(newPassword, text);
}

function read<T>(rule: z.ZodType<T>, body: unknown): T {
  const result = rule.safeParse(body);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message;
  throw new AccountError(CODES.find((code) => code === message) ?? "INVALID_REQUEST");
}

const CODES = [
  "INVALID_EMAIL",
  "PASSWORD_REQUIRED",
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "NAME_REQUIRED",
  "NAME_TOO_LONG",
  "INVITATION_UNKNOWN",
  "CURRENT_PASSWORD_REQUIRED",
  "CURRENT_PASSWORD_WRONG",
] as const satisfies AccountErrorCode[];
