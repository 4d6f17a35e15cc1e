import { type ClerkAPIResponseError, isClerkAPIResponseError } from "@clerk/react/errors";
import { untilOnline } from "@/lib/connection/untilOnline";
import { NO_CLAIM, NO_TEMPLATE, OFFICE_UNAVAILABLE } from "./accessProblems";
import { OtherOfficeError } from "./fetchOwnToken";
import type { AccessProblem } from "./session";

type ClerkError = InstanceType<typeof ClerkAPIResponseError>;

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 16_000;

/**
 * The token, or null when signed out. Retries while Clerk cannot be reached:
 * without a token the Convex client treats the user as signed out, which would
 * close the form they are typing in.
 */
export async function fetchClerkToken(
  getToken: () => Promise<string | null>,
  wait: (ms: number) => Promise<void> = untilOnline,
): Promise<string | null> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_MS)) {
    try {
      return await getToken();
    } catch (error) {
      if (error instanceof OtherOfficeError || isPermanentError(error)) throw error;
      await wait(ms);
    }
  }
}

/** The card for an error of `fetchClerkToken`; null if Clerk's session already says what is wrong. */
export function problemOf(error: unknown): AccessProblem | null {
  if (error instanceof OtherOfficeError)
    return error.hasOrganizationClaim ? OFFICE_UNAVAILABLE : NO_CLAIM;
  return isPermanentError(error) && isMissingTemplate(error) ? NO_TEMPLATE : null;
}

/**
 * A 4xx response that a retry would get again. Not a 404 without Clerk's error:
 * that is from something between, such as a proxy or the sign-in of a Wi-Fi.
 */
function isPermanentError(error: unknown): error is ClerkError {
  if (!isClerkAPIResponseError(error)) return false;
  const { status, errors } = error;
  if (status === 404) return errors.length > 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Clerk uses the code `resource_not_found` for everything that is missing, a
 * session among them. Only the text says what: "No JWT template exists with
 * name: convex".
 */
function isMissingTemplate({ errors }: ClerkError): boolean {
  return errors.some(
    ({ code, message, longMessage = "" }) =>
      code === "resource_not_found" && /template/i.test(`${message} ${longMessage}`),
  );
}
