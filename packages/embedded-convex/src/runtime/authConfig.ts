/** The token issuers that `convex/auth.config.ts` trusts. */
import { StartupError } from "../store/errors";

export interface TrustedProvider {
  readonly domain: string;
  readonly applicationID: string;
}

type Provider = Partial<TrustedProvider> & Record<string, unknown>;

/** @throws StartupError for what Convex's deploy refuses, and for what this server does not support. */
export function readProviders(exported: unknown): TrustedProvider[] {
  const config = exported as { providers?: Provider[] } | undefined;
  const providers = config?.providers ?? [];
  providers.forEach((provider, index) => {
    const problem = providerProblem(provider);
    if (problem === null) return;
    throw new StartupError(
      `auth config file must include a list of provider credentials: Provider at index ${index} ${problem}`,
    );
  });
  // A provider whose environment variable is not set has an undefined domain and is skipped.
  return providers.flatMap(({ domain, applicationID }) =>
    domain && applicationID ? [{ domain, applicationID }] : [],
  );
}

function providerProblem(provider: Provider): string | null {
  if ("applicationId" in provider || "applicationid" in provider) {
    return "must have applicationID property spelled lowercase 'application', capital I, capital D.";
  }
  const { type = "oidc" } = provider;
  if (type === "customJwt") {
    return "is a customJwt, which is not supported by this server; use an OpenID Connect provider with `domain` and `applicationID`.";
  }
  if (type !== "oidc") {
    return `has unexpected 'type' value '${String(type)}'`;
  }
  return "issuer" in provider
    ? "is oidc so cannot have an 'issuer' specified."
    : null;
}
