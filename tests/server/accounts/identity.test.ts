import { expect, test } from "vitest";
import { identityOf } from "../../../server/accounts/identity";

const ISSUER = "https://issuer.example";

test("standard claims get Convex's names", () => {
  const identity = identityOf(
    {
      iss: ISSUER,
      sub: "u1",
      aud: "convex",
      exp: 2,
      iat: 1,
      nbf: 1,
      jti: "x",
      name: "Ana Ruiz",
      given_name: "Ana",
      family_name: "Ruiz",
      nickname: "A",
      preferred_username: "ana",
      profile: "https://p",
      picture: "https://i",
      email: "a@b.co",
      email_verified: true,
      gender: "f",
      birthdate: "1990-01-01",
      zoneinfo: "America/Phoenix",
      locale: "en",
      phone_number: "+1555",
      phone_number_verified: false,
      address: { formatted: "1 Main St" },
      updated_at: 1_700_000_000,
    },
    ISSUER,
  );
  expect(identity).toEqual({
    tokenIdentifier: "https://issuer.example|u1",
    subject: "u1",
    issuer: ISSUER,
    name: "Ana Ruiz",
    givenName: "Ana",
    familyName: "Ruiz",
    nickname: "A",
    preferredUsername: "ana",
    profileUrl: "https://p",
    pictureUrl: "https://i",
    email: "a@b.co",
    emailVerified: true,
    gender: "f",
    birthday: "1990-01-01",
    timezone: "America/Phoenix",
    language: "en",
    phoneNumber: "+1555",
    phoneNumberVerified: false,
    address: "1 Main St",
    updatedAt: "2023-11-14T22:13:20.000Z",
  });
});

test("custom claims keep their names and values", () => {
  const identity = identityOf(
    {
      sub: "u1",
      org_id: "org_1",
      org_role: "admin",
      o: { id: "org_1", rol: "admin" },
      constructor: "c",
      nothing: null,
    },
    ISSUER,
  );
  expect(identity).toEqual({
    tokenIdentifier: "https://issuer.example|u1",
    subject: "u1",
    issuer: ISSUER,
    org_id: "org_1",
    org_role: "admin",
    o: { id: "org_1", rol: "admin" },
    constructor: "c",
  });
});

test("a custom claim never overrides a standard one", () => {
  const claims = JSON.parse(
    '{"sub":"u1","subject":"admin","issuer":"x","tokenIdentifier":"x|admin","emailVerified":true,"givenName":"G","__proto__":{"org_id":"other"}}',
  ) as { sub: string };
  const identity = identityOf(claims, ISSUER);
  expect(identity).toMatchObject({
    tokenIdentifier: "https://issuer.example|u1",
    subject: "u1",
    issuer: ISSUER,
  });
  expect(identity).not.toHaveProperty("emailVerified");
  expect(identity).not.toHaveProperty("givenName");
  expect(identity.org_id).toBeUndefined();
});
