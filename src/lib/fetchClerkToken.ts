import { isClerkAPIResponseError } from "@clerk/react/errors";

type AskForToken = () => Promise<string | null>;

export interface ClerkTokenOptions {
  /** Told after every answer whether the provider knows the template that was asked for. */
  readonly onTemplate: (isKnown: boolean) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 16_000;

/**
 * The token, or null where nobody is signed in. While Clerk cannot be reached it waits: without a token the
 * Convex client takes its person for signed out, and a dead spot would close what they are typing.
 */
export async function fetchClerkToken(
  ask: AskForToken,
  { onTemplate, wait = sleep }: ClerkTokenOptions,
): Promise<string | null> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, LAST_RETRY_MS)) {
    try {
      const token = await ask();
      if (token !== null) onTemplate(true);
      return token;
    } catch (error) {
      if (isRefusal(error)) {
        onTemplate(error.status !== 404);
        throw error;
      }
      await wait(ms);
    }
  }
}

/** Clerk has answered, and will answer the same again. */
function isRefusal(error: unknown): error is { readonly status: number } {
  if (!isClerkAPIResponseError(error)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
