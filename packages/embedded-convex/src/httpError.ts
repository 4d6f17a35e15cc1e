/** Rejects a request: the router sends the status, the code and the message, which is for the client's developer. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  #retryAfterMs: number | null = null;
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** Sent as the Retry-After header. */
  get retryAfterMs(): number | null {
    return this.#retryAfterMs;
  }

  retryAfter(ms: number): this {
    this.#retryAfterMs = ms;
    return this;
  }
}
