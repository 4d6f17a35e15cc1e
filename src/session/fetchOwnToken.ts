import { createOutboxLock } from "convex-outbox";
import { claimsOf, decodeToken } from "./decodeToken";
import { isSamePerson } from "./rememberedPerson";
import type { SessionUser } from "./session";

/** Attempts are limited: each changes the tokens of other tabs, which may be doing the same. */
const MAX_ATTEMPTS = 3;

/** The lock under which the browser's tabs tell Clerk their organizations, one after another. */
const LOCK = "downspout-organization";

export interface TokenSource {
  /** The person and office that the page shows. */
  readonly own: SessionUser;
  /** False once the page shows another person or office: its next request has begun. */
  readonly isCurrent: () => boolean;
  readonly getToken: (options: { readonly skipCache: boolean }) => Promise<string | null>;
  /** Tells Clerk the organization of this page. */
  readonly tellOffice: () => Promise<void>;
}

/** Clerk's token was for another person, or repeatedly for another office. */
export class OtherOfficeError extends Error {
  /** Whether the template gives tokens a claim of the organization at all. */
  readonly hasOrganizationClaim: boolean;

  constructor(token: string) {
    super();
    const claims = claimsOf(token) ?? {};
    this.hasOrganizationClaim = "org_id" in claims || "o" in claims;
  }
}

/**
 * The token, if it is for the person and office of this page, or null when signed out. Clerk makes the token of a
 * template for the organization that its session had last, in whichever tab. If that is another one than this page's,
 * the page tells Clerk its own and asks again, past the cache.
 */
export async function fetchOwnToken(
  { own, isCurrent, getToken, tellOffice }: TokenSource,
  skipCache: boolean,
): Promise<string | null> {
  let token = await getToken({ skipCache });
  for (let attempt = 0; token !== null && isCurrent(); attempt++) {
    const owner = decodeToken(token);
    if (isSamePerson(owner, own)) return token;
    if (owner?.id !== own.id || attempt === MAX_ATTEMPTS) throw new OtherOfficeError(token);
    token = await createOutboxLock(LOCK).hold(async () => {
      await tellOffice();
      return await getToken({ skipCache: true });
    });
  }
  return null;
}
