import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { APP_ERROR_CODES } from "@domain/calls/errors";
import { uploadFile, UploadFailure } from "@/offline/photos/uploadFile";

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  sent: unknown;
  url = "";
  headers: Record<string, string> = {};
  aborted = false;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.dispatchEvent(new Event("load"));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(
      new ProgressEvent("progress", { loaded, total, lengthComputable: true }),
    );
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const statuses = fc.integer({ min: 200, max: 599 });

/** What proxies, gateways and sign-in pages answer: never Downspout's words. */
const foreignBodies = fc.oneof(
  fc.string(),
  fc.constant("<html><h1>413 Request Entity Too Large</h1></html>"),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .record({ message: fc.string(), code: fc.oneof(fc.string(), fc.nat()) })
    .map((value) => JSON.stringify(value)),
  fc.string().map((message) => JSON.stringify({ message })),
);

function start({
  signal = new AbortController().signal,
  size = 1,
}: {
  readonly signal?: AbortSignal;
  readonly size?: number;
} = {}) {
  const request = new FakeRequest();
  const onProgress = vi.fn();
  const result = uploadFile(
    {
      url: "http://localhost/upload?ticket=t&key=k",
      body: new Blob(["x".repeat(size)], { type: "image/jpeg" }),
      name: "front & back.jpg",
      signal,
      onProgress,
    },
    () => request as unknown as XMLHttpRequest,
  );
  const failure = result.then(
    () => null,
    (error: UploadFailure) => error,
  );
  return { request, onProgress, result, failure };
}

describe("uploadFile", () => {
  // Spec 3.14, 7.39
  it("posts the bytes with type and name, and resolves with the stored id", async () => {
    const { request, result, onProgress } = start();
    const url = new URL(request.url);
    expect(url.searchParams.get("name")).toBe("front & back.jpg");
    expect(url.searchParams.get("ticket")).toBe("t");
    expect(request.headers).toEqual({ "Content-Type": "image/jpeg" });
    request.progress(50, 200);
    expect(onProgress).toHaveBeenCalledWith(0.25);
    request.answer(200, '{"storageId":"f1"}');
    await expect(result).resolves.toBe("f1");
  });

  it("rejects with the server's own refusal", async () => {
    const { request, failure } = start();
    request.answer(400, '{"code":"INVALID","message":"a.jpg is not an image."}');
    const error = await failure;
    expect(error?.message).toBe("a.jpg is not an image.");
    expect(error?.kind).toBe("refused");
  });

  it.each([
    [
      413,
      "The server in front of Downspout did not take a file of 3.2 MB. Ask the office to let it take 20 MB.",
    ],
    [
      403,
      "The server in front of Downspout did not take the photo (403). Use another network, or ask the office.",
    ],
    [
      200,
      "The network answered in place of Downspout. Open the network's sign-in page, or use another network.",
    ],
  ])("says what must change after a proxy's %i", async (status, message) => {
    const { request, failure } = start({ size: 3.2 * 1024 * 1024 });
    request.answer(status, "<html>oops</html>");
    expect(await failure).toMatchObject({ message, kind: "blocked" });
  });

  it("takes only Downspout's own response for a refusal, whatever a proxy answers", async () => {
    await fc.assert(
      fc.asyncProperty(statuses, foreignBodies, async (status, body) => {
        const { request, failure } = start();
        request.answer(status, body);
        const error = await failure;
        expect(error).toBeInstanceOf(UploadFailure);
        expect(error?.kind).not.toBe("refused");
        expect(error?.message).toMatch(/\.$/);
      }),
      { numRuns: 300 },
    );
  });

  it("takes Downspout's own refusal for final, unless a new link may help", async () => {
    const passing = [403, 404, 408, 425, 429];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 400, max: 599 }),
        fc.constantFrom(...APP_ERROR_CODES),
        async (status, code) => {
          const { request, failure } = start();
          const message = "a.jpg is not an image.";
          request.answer(status, JSON.stringify({ code, message }));
          const isFinal = status < 500 && !passing.includes(status) && code !== "NOT_SIGNED_IN";
          expect(await failure).toMatchObject({
            message,
            kind: isFinal ? "refused" : "passing",
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("says with the sentence of the server on one machine that it is busy", async () => {
    const { request, failure } = start();
    const message = "Try again in a moment.";
    request.answer(503, JSON.stringify({ code: "TooManyUploads", message }));
    expect(await failure).toMatchObject({ message, kind: "passing" });
  });

  it("tries again with another link if the server refuses the link", async () => {
    const { request, failure } = start();
    const message = "This upload link has been used or is too old.";
    request.answer(403, JSON.stringify({ code: "INVALID", message }));
    expect(await failure).toMatchObject({ message, kind: "passing" });
  });

  it("rejects a success response without an id", async () => {
    const { request, failure } = start();
    request.answer(200, "<html>");
    expect((await failure)?.kind).toBe("blocked");
  });

  it("a broken connection is retryable", async () => {
    const { request, failure } = start();
    request.dispatchEvent(new Event("error"));
    expect(await failure).toMatchObject({
      message: "The connection was lost.",
      kind: "passing",
    });
  });

  it("waits while bytes are sent, and times out a minute after the last one", async () => {
    const { request, failure } = start();
    for (let sent = 1; sent <= 4; sent += 1) {
      vi.advanceTimersByTime(10_000);
      request.progress(sent, 1000);
    }
    vi.advanceTimersByTime(59_000);
    expect(request.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(request.aborted).toBe(true);
    expect(await failure).toMatchObject({ kind: "passing" });
  });

  it("aborts on its signal", async () => {
    const controller = new AbortController();
    const { request, failure } = start({ signal: controller.signal });
    controller.abort();
    expect(request.aborted).toBe(true);
    expect(await failure).toBeInstanceOf(UploadFailure);
  });

  it("gives up before Convex would, even if bytes are still being sent", async () => {
    const { request, failure } = start();
    for (let sent = 1; sent <= 10; sent += 1) {
      vi.advanceTimersByTime(10_900);
      request.progress(sent, 1000);
    }
    expect(request.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(request.aborted).toBe(true);
    expect(await failure).toMatchObject({
      message: "The connection was too slow.",
      kind: "passing",
    });
  });
});
