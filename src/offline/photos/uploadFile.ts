import { isAppErrorData } from "@domain/calls/errors";
import { MAX_IMAGE_BYTES } from "@domain/files/images";

/**
 * Uploads one file with one POST. Uses XMLHttpRequest because fetch has no
 * upload progress. An upload without progress is aborted, and so is one that
 * would end after Convex has given up: its HTTP actions run for two minutes.
 */
const STALL_TIMEOUT_MS = 60_000;
const ATTEMPT_LIMIT_MS = 110_000;

/** Request Timeout, Too Early, Too Many Requests; Not Found while the server is being replaced. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([404, 408, 425, 429]);

export interface Upload {
  readonly url: string;
  readonly body: Blob;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/**
 * - `refused`: by Downspout, which will refuse the file again.
 * - `blocked`: by something in between, such as a proxy with a size limit, until somebody changes that.
 * - `passing`: another attempt may succeed.
 */
type UploadFailureKind = "refused" | "blocked" | "passing";

export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  constructor(
    message: string,
    readonly kind: UploadFailureKind,
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
    const fail = (message: string) => settle(() => reject(new UploadFailure(message, "passing")));
    const giveUp = (message: string) => {
      request.abort();
      fail(message);
    };
    const abort = () => giveUp("The upload was stopped.");
    const limit = setTimeout(() => giveUp("The connection was too slow."), ATTEMPT_LIMIT_MS);
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
        const result = readResponse(request, body.size);
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

function readResponse(
  { status, responseText }: XMLHttpRequest,
  size: number,
): string | UploadFailure {
  const body = parseObject(responseText);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && typeof body.storageId === "string") return body.storageId;
  if (isAppErrorData(body))
    return new UploadFailure(body.message, isRefusal(status, body.code) ? "refused" : "passing");
  if (status >= 500 || PASSING_STATUSES.has(status))
    return new UploadFailure(serverSentence(status, body), "passing");
  return new UploadFailure(blockedSentence(status, size), "blocked");
}

/** False for a used upload link (403), an ended session, and a busy or faulty server: a new link may work. */
function isRefusal(status: number, code: string): boolean {
  return (
    status >= 400 &&
    status < 500 &&
    status !== 403 &&
    !PASSING_STATUSES.has(status) &&
    code !== "NOT_SIGNED_IN"
  );
}

/** The sentence of an error with a code, which Convex and our server on one machine send. */
function serverSentence(status: number, { code, message }: Record<string, unknown>): string {
  const isSaid = typeof code === "string" && typeof message === "string";
  return isSaid && message.endsWith(".")
    ? message
    : `The server cannot take the photo now (${status}).`;
}

/** Says what must change before another attempt can succeed. */
function blockedSentence(status: number, size: number): string {
  if (status === 413)
    return `The server in front of Downspout did not take a file of ${megabytes(size)}. Ask the office to let it take ${megabytes(MAX_IMAGE_BYTES)}.`;
  if (status < 400)
    return "The network answered in place of Downspout. Open the network's sign-in page, or use another network.";
  return `The server in front of Downspout did not take the photo (${status}). Use another network, or ask the office.`;
}

function megabytes(bytes: number): string {
  return `${Number((bytes / (1024 * 1024)).toFixed(1))} MB`;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
