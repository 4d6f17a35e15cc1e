import { isClerkAPIResponseError } from "@clerk/react/errors";

type GetToken = () => Promise<string | null>;

export interface ClerkTokenOptions {
  /** Called after each response: whether the JWT template exists. */
  readonly onTemplate: (exists: boolean) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 16_000;

/**
 * The token, or null when signed out. Retries while Clerk cannot be reached:
 * without a token the Convex client treats the user as signed out, which would
 * close the form they are typing in.
 */
export async function fetchClerkToken(
  getToken: GetToken,
  { onTemplate, wait = sleep }: ClerkTokenOptions,
): Promise<string | null> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_MS)) {
    try {
      const token = await getToken();
      if (token !== null) onTemplate(true);
      return token;
    } catch (error) {
      if (isPermanentError(error)) {
        onTemplate(error.status !== 404);
        throw error;
      }
      await wait(ms);
    }
  }
}

/** A 4xx response that a retry would get again. */
function isPermanentError(
  error: unknown,
): error is { readonly status: number } {
  if (!isClerkAPIResponseError(error)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
