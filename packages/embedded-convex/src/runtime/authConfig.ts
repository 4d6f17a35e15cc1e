/** The token issuers that `convex/auth.config.ts` trusts. */
import { StartupError } from "../store/errors";

interface OidcProvider {
  readonly type?: "oidc";
  readonly domain: string;
  readonly applicationID: string;
}

/** An issuer without OpenID Connect's discovery: it names its keys itself. */
interface CustomJwtProvider {
  readonly type: "customJwt";
  readonly issuer: string;
  /** The URL of its keys. */
  readonly jwks: string;
  readonly algorithm: (typeof ALGORITHMS)[number];
  /** Without it a token for any application of the issuer is trusted. */
  readonly applicationID?: string;
}

export type TrustedProvider = OidcProvider | CustomJwtProvider;

type Provider = Readonly<Record<string, unknown>>;

const ALGORITHMS = ["RS256", "ES256"] as const;
/** Issues the tokens of many applications. */
const SHARED_ISSUER = /^https:\/\/api\.workos\.com\/?$/;

/** @throws StartupError for what Convex's deploy refuses */
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
  return providers.flatMap(trusted);
}

/** Nothing for a provider whose environment variable is not set. */
function trusted(provider: Provider): TrustedProvider[] {
  const { domain, issuer, jwks, algorithm, applicationID } = provider as Partial<
    OidcProvider & Omit<CustomJwtProvider, "type">
  >;
  if (provider.type !== "customJwt")
    return domain && applicationID ? [{ domain, applicationID }] : [];
  if (!issuer || !jwks || algorithm === undefined) return [];
  const custom = { type: "customJwt" as const, issuer, jwks, algorithm };
  return [applicationID ? { ...custom, applicationID } : custom];
}

function providerProblem(provider: Provider): string | null {
  if ("applicationId" in provider || "applicationid" in provider) {
    return "must have applicationID property spelled lowercase 'application', capital I, capital D.";
  }
  const { type = "oidc" } = provider;
  if (type === "customJwt") return customJwtProblem(provider);
  if (type !== "oidc") {
    return `has unexpected 'type' value '${String(type)}'`;
  }
  return "issuer" in provider ? "is oidc so cannot have an 'issuer' specified." : null;
}

function customJwtProblem(provider: Provider): string | null {
  const { issuer, algorithm } = provider;
  if ("domain" in provider) return "is a customJwt so cannot have a 'domain' specified";
  if (!("issuer" in provider && "jwks" in provider))
    return "is a customJwt so must have an 'issuer' and a 'jwks' specified";
  if (!ALGORITHMS.some((one) => one === algorithm))
    return "is a customJwt so must have the 'algorithm' RS256 or ES256";
  // An application ID whose variable is not set, or is empty, would let every application of the issuer in.
  if ("applicationID" in provider && !provider.applicationID)
    return "is a customJwt whose 'applicationID' is empty: set its variable, or leave the property out";
  return SHARED_ISSUER.test(String(issuer)) && !("applicationID" in provider)
    ? "has an issuer that is shared among many applications, so must to specify an ApplicationID to check against an `aud` field of a JWT."
    : null;
}
