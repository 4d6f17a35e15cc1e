import { untilOnline } from "@/lib/connection/untilOnline";
import { decodeToken } from "./decodeToken";

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 16_000;
/** Milliseconds before its expiry at which a token is replaced. */
const EXPIRY_LEEWAY_MS = 2000;

/** The token of the Convex client, null when signed out. */
export class TokenCache {
  /** The request in flight, or null. */
  pending: Promise<string | null> | null = null;
  #token: string | null = null;
  readonly #fetchToken: () => Promise<string | null | undefined>;
  readonly #onChange: (token: string | null) => void;

  /** `fetchToken` resolves to null when signed out, and to undefined if the server cannot be reached. */
  constructor(
    fetchToken: () => Promise<string | null | undefined>,
    onChange: (token: string | null) => void,
  ) {
    this.#fetchToken = fetchToken;
    this.#onChange = onChange;
  }

  /** The current token while it is valid, else a new one. Concurrent calls share one request. */
  fetch(options: { readonly forceRefreshToken: boolean }) {
    const current = this.#token === null ? null : decodeToken(this.#token);
    const isValid = current !== null && current.expiresAt > Date.now() + EXPIRY_LEEWAY_MS;
    if (isValid && !options.forceRefreshToken) return Promise.resolve(this.#token);
    this.pending ??= this.#request().finally(() => (this.pending = null));
    return this.pending;
  }

  get current(): string | null {
    return this.#token;
  }

  async refresh(): Promise<void> {
    await this.fetch({ forceRefreshToken: true });
  }

  set(token: string | null) {
    this.#token = token;
    this.#onChange(token);
  }

  async #request(): Promise<string | null> {
    const token = await retryUntilReached(this.#fetchToken);
    this.set(token);
    return token;
  }
}

/** Retries with backoff while `request` resolves to undefined (unreachable). */
async function retryUntilReached<T>(request: () => Promise<T | undefined>): Promise<T> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_MS)) {
    const result = await request();
    if (result !== undefined) return result;
    await untilOnline(ms);
  }
}
