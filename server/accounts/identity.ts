/** A verified token's claims as the functions see them: the standard ones under Convex's names, all others under their own. Pure. */
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

/** What a token says of itself and not of the person. */
const TOKEN_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti"]);

export function identityOf(claims: JWTPayload, issuer: string): UserIdentity {
  const subject = claims.sub!;
  const told = Object.entries(claims).filter(
    ([name, value]) => !TOKEN_CLAIMS.has(name) && value !== null,
  );
  const isStandard = ([name]: [string, unknown]) =>
    Object.hasOwn(STANDARD_CLAIMS, name);
  return {
    // Custom claims first: none may pass for what the issuer vouches for by its standard ones.
    ...Object.fromEntries(
      told.filter(
        (claim) => !isStandard(claim) && !RESERVED_NAMES.has(claim[0]),
      ) as [string, string][],
    ),
    ...Object.fromEntries(
      told
        .filter(isStandard)
        .map(([name, value]) => [
          STANDARD_CLAIMS[name]!,
          asConvexHasIt(name, value),
        ]),
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

function asConvexHasIt(name: string, value: unknown): string | boolean {
  if (name === "updated_at" && typeof value === "number") {
    return new Date(value * 1000).toISOString();
  }
  if (typeof value === "string" || typeof value === "boolean") return value;
  // An address comes as an object; Convex knows it by its one line.
  const { formatted } = Object(value) as { formatted?: unknown };
  return typeof formatted === "string" ? formatted : JSON.stringify(value);
}
