import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { uploadFile, UploadFailure } from "@/lib/photos/uploadFile";

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

function start(signal: AbortSignal = new AbortController().signal) {
  const request = new FakeRequest();
  const onProgress = vi.fn();
  const result = uploadFile(
    {
      url: "http://localhost/upload?ticket=t&key=k",
      body: new Blob(["x"], { type: "image/jpeg" }),
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

  it("rejects with the server's message, not retryable", async () => {
    const { request, failure } = start();
    request.answer(
      400,
      '{"code":"INVALID","message":"a.jpg is not an image."}',
    );
    const error = await failure;
    expect(error?.message).toBe("a.jpg is not an image.");
    expect(error?.isRetryable).toBe(false);
  });

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [408, true],
    [404, true],
    [413, false],
  ])(
    "status %i without a message is retryable: %s",
    async (status, isRetryable) => {
      const { request, failure } = start();
      request.answer(status, "<html>oops</html>");
      expect(await failure).toMatchObject({
        message: `The upload was not accepted (${status}).`,
        isRetryable,
      });
    },
  );

  it("rejects a success response without an id", async () => {
    const { request, failure } = start();
    request.answer(200, "<html>");
    expect((await failure)?.isRetryable).toBe(true);
  });

  it("a broken connection is retryable", async () => {
    const { request, failure } = start();
    request.dispatchEvent(new Event("error"));
    expect(await failure).toMatchObject({
      message: "The connection was lost.",
      isRetryable: true,
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
    expect(await failure).toMatchObject({ isRetryable: true });
  });

  it("aborts on its signal", async () => {
    const controller = new AbortController();
    const { request, failure } = start(controller.signal);
    controller.abort();
    expect(request.aborted).toBe(true);
    expect(await failure).toBeInstanceOf(UploadFailure);
  });

  it("gives up before Convex would, although bytes still move", async () => {
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
      isRetryable: true,
    });
  });
});
