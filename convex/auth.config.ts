import type { AuthConfig } from "convex/server";

/** The part of Node's `process` that Convex provides. */
declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * The trusted token issuer of a hosted deployment: Clerk. The application id is
 * the name of Clerk's JWT template.
 */
export default {
  providers: [
    {
      // Convex reads this file by itself, without the functions' typed `env`.
      domain: process.env.CLERK_JWT_ISSUER_DOMAIN!,
      applicationID: "convex",
    },
  ],
} satisfies AuthConfig;
