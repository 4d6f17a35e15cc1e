import { useAuth, useClerk } from "@clerk/react";
import { useLayoutEffect, useRef } from "react";
import { duringTokenRequest } from "@/lib/connection/tokenRequests";
import { withTokenLimit } from "@/lib/connection/untilOnline";
import { fetchClerkToken, problemOf } from "./fetchClerkToken";
import { fetchOwnToken, type TokenSource } from "./fetchOwnToken";
import { useHostedPerson } from "./HostedPersonProvider";
import { tokenWhenKept } from "./keptSession";
import { isSamePerson } from "./rememberedPerson";
import type { AccessProblem, SessionUser } from "./session";

type Clerk = ReturnType<typeof useClerk>;

/**
 * The auth hook for ConvexProviderWithClerk. Created once, because a new hook
 * function makes the Convex client authenticate again.
 *
 * The remembered person is signed in until Clerk is loaded. Clerk's getToken
 * waits for that.
 */
export function createClerkAuthHook(
  onProblem: (problem: AccessProblem | null) => void,
  follow: (token: string) => Promise<void>,
) {
  return function useClerkAuth() {
    const clerk = useClerk();
    const { getToken, sessionClaims } = useAuth();
    const { kept: own, officeState, role } = useHostedPerson();
    const shown = useRef(own);
    useLayoutEffect(() => {
      shown.current = own;
    }, [own]);
    return {
      orgId: own?.workspaceId,
      orgRole: role,
      // The person's id, because a new session of the same person must not authenticate again: it would close the form.
      sessionId: own?.id,
      sessionClaims,
      isLoaded: own !== undefined,
      isSignedIn: Boolean(own) && officeState === "open",
      getToken: async ({ skipCache = false, ...options }: TokenOptions) => {
        if (!own) return null;
        const source: TokenSource = {
          own,
          isCurrent: () => isSamePerson(shown.current ?? null, own),
          getToken: async (cache) => await withTokenLimit(() => getToken({ ...options, ...cache })),
          tellOffice: async () => await tellOffice(clerk, own),
        };
        const request = async () =>
          await fetchClerkToken(() => fetchOwnToken(source, skipCache)).catch(
            async (error: unknown) => {
              await refresh(clerk);
              onProblem(problemOf(error));
              throw error;
            },
          );
        const token = await duringTokenRequest(() => tokenWhenKept(request));
        if (token === null) return null;
        onProblem(null);
        await follow(token);
        return token;
      },
    };
  };
}

interface TokenOptions {
  readonly template?: "convex";
  readonly skipCache?: boolean;
}

async function tellOffice(clerk: Clerk, { id, workspaceId }: SessionUser): Promise<void> {
  const organization = workspaceId === id ? null : workspaceId;
  if (clerk.session?.lastActiveOrganizationId !== organization)
    await withTokenLimit(() => clerk.setActive({ organization }));
  // `setActive` tells the server nothing while the page does not have the focus.
  await withTokenLimit(async () => await clerk.session?.touch());
}

/** Asks Clerk's server whether the session has ended and which offices the person has. */
async function refresh(clerk: Clerk): Promise<void> {
  try {
    await withTokenLimit(() => clerk.handleUnauthenticated());
  } catch {
    // Clerk was not reached: the next request for a token asks again.
  }
}
