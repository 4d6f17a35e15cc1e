/** Converts a verified token's claims to Convex's UserIdentity. Custom claims keep their names. Pure. */
import type { UserIdentity } from "convex/server";
import type { JWTPayload } from "jose";

const STANDARD_CLAIMS: Readonly<Record<string, keyof UserIdentity>> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};

/** Claims about the token, not about the person. */
const TOKEN_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti"]);

export function identityOf(claims: JWTPayload, issuer: string): UserIdentity {
  const subject = claims.sub!;
  const claimsOfPerson = Object.entries(claims).filter(
    ([name, value]) => !TOKEN_CLAIMS.has(name) && value !== null,
  );
  const isStandard = ([name]: [string, unknown]) => Object.hasOwn(STANDARD_CLAIMS, name);
  return {
    // A custom claim must not override a standard one.
    ...Object.fromEntries(
      claimsOfPerson.filter((claim) => !isStandard(claim) && !RESERVED_NAMES.has(claim[0])) as [
        string,
        string,
      ][],
    ),
    ...Object.fromEntries(
      claimsOfPerson
        .filter(isStandard)
        .map(([name, value]) => [STANDARD_CLAIMS[name]!, asConvexValue(name, value)]),
    ),
    tokenIdentifier: `${issuer}|${subject}`,
    subject,
    issuer,
  };
}

const RESERVED_NAMES = new Set<string>([
  ...Object.values(STANDARD_CLAIMS).map(String),
  "tokenIdentifier",
  "subject",
  "issuer",
]);

function asConvexValue(name: string, value: unknown): string | boolean {
  if (name === "updated_at" && typeof value === "number") {
    return new Date(value * 1000).toISOString();
  }
  if (typeof value === "string" || typeof value === "boolean") return value;
  // The `address` claim is an object; Convex uses its `formatted` line.
  const { formatted } = Object(value) as { formatted?: unknown };
  return typeof formatted === "string" ? formatted : JSON.stringify(value);
}
