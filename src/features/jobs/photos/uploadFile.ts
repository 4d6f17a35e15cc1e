/**
 * One POST of one file. XMLHttpRequest because fetch cannot tell how much has
 * left the phone. No limit on the whole: a slow line may take as long as it
 * moves, and only a line on which nothing moves is given up.
 */
const STALL_MS = 60_000;

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
    /** Whether the same file may succeed later: false when the server looked at it and said no. */
    readonly isRetryable: boolean,
  ) {
    super(message);
  }
}

/** Resolves with the stored file's id. */
export function uploadFile(
  { url, body, name, signal, onProgress }: Upload,
  createRequest: () => XMLHttpRequest = () => new XMLHttpRequest(),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = createRequest();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(stallTimer);
      signal.removeEventListener("abort", stop);
      finish();
    };
    const fail = (message: string) =>
      settle(() => reject(new UploadFailure(message, true)));
    const stop = () => {
      request.abort();
      fail("The upload was stopped.");
    };
    const moved = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => {
        request.abort();
        fail("The connection stood still for a minute.");
      }, STALL_MS);
    };

    request.upload.addEventListener("progress", (event) => {
      moved();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () =>
      settle(() => {
        const answer = readAnswer(request.status, request.responseText);
        if (answer instanceof UploadFailure) reject(answer);
        else resolve(answer);
      }),
    );
    request.addEventListener("error", () => fail("The connection was lost."));
    signal.addEventListener("abort", stop);

    request.open("POST", withName(url, name));
    if (body.type) request.setRequestHeader("Content-Type", body.type);
    moved();
    request.send(body);
    if (signal.aborted) stop();
  });
}

function withName(url: string, name: string): string {
  const target = new URL(url, window.location.href);
  target.searchParams.set("name", name);
  return target.href;
}

function readAnswer(status: number, text: string): string | UploadFailure {
  const answer = parseObject(text);
  if (status >= 200 && status < 300) {
    if (typeof answer.storageId === "string") return answer.storageId;
    return new UploadFailure("The server's answer was not understood.", true);
  }
  const told = typeof answer.message === "string" ? answer.message : null;
  // Without a sentence it was not our server that answered, but something on the way to it.
  const isRetryable =
    status >= 500 ||
    status === 408 ||
    status === 429 ||
    (told === null && status !== 413);
  const sentence = told ?? `The upload was not accepted (${status}).`;
  return new UploadFailure(sentence, isRetryable);
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
