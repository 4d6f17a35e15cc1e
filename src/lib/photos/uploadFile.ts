/**
 * Uploads one file with one POST. Uses XMLHttpRequest because fetch has no
 * upload progress. An upload without progress is aborted, and so is one that
 * would end after Convex has given up: its HTTP actions run for two minutes.
 */
const STALL_TIMEOUT_MS = 60_000;
const ATTEMPT_LIMIT_MS = 110_000;

export interface Upload {
  readonly url: string;
  readonly body: Blob;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  constructor(
    message: string,
    /** False if the server rejected the file itself. */
    readonly isRetryable: boolean,
  ) {
    super(message);
  }
}

/** Resolves with the id of the stored file. */
export function uploadFile(
  { url, body, name, signal, onProgress }: Upload,
  createRequest: () => XMLHttpRequest = () => new XMLHttpRequest(),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = createRequest();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(stallTimer);
      clearTimeout(limit);
      signal.removeEventListener("abort", abort);
      finish();
    };
    const fail = (message: string) =>
      settle(() => reject(new UploadFailure(message, true)));
    const giveUp = (message: string) => {
      request.abort();
      fail(message);
    };
    const abort = () => giveUp("The upload was stopped.");
    const limit = setTimeout(
      () => giveUp("The connection was too slow."),
      ATTEMPT_LIMIT_MS,
    );
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(
        () => giveUp("The connection stood still for a minute."),
        STALL_TIMEOUT_MS,
      );
    };

    request.upload.addEventListener("progress", (event) => {
      restartStallTimer();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () =>
      settle(() => {
        const result = readResponse(request.status, request.responseText);
        if (result instanceof UploadFailure) reject(result);
        else resolve(result);
      }),
    );
    request.addEventListener("error", () => fail("The connection was lost."));
    signal.addEventListener("abort", abort);

    request.open("POST", withName(url, name));
    if (body.type) request.setRequestHeader("Content-Type", body.type);
    restartStallTimer();
    request.send(body);
    if (signal.aborted) abort();
  });
}

function withName(url: string, name: string): string {
  const target = new URL(url, window.location.href);
  target.searchParams.set("name", name);
  return target.href;
}

function readResponse(status: number, text: string): string | UploadFailure {
  const body = parseObject(text);
  if (status >= 200 && status < 300) {
    if (typeof body.storageId === "string") return body.storageId;
    return new UploadFailure("The server's answer was not understood.", true);
  }
  const message = typeof body.message === "string" ? body.message : null;
  // Our server always sends a message; without one, a proxy in between answered.
  const isRetryable =
    status >= 500 ||
    status === 408 ||
    status === 429 ||
    (message === null && status !== 413);
  return new UploadFailure(
    message ?? `The upload was not accepted (${status}).`,
    isRetryable,
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
