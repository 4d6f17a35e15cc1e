import type { ConvexReactClient } from "convex/react";
import type { ConvexServer } from "convex-outbox";
import { ConvexError } from "convex/values";
import { afterEach, expect, it, vi } from "vitest";
import { createPhotoServer, reportThumbnailFailure } from "@/offline/photos/photoServer";
import { itemOf } from "@/offline/photos/photoStore";
import { OWNER } from "../../../support/deviceStores";
import { aPhoto } from "./photoPhone";
import { UploadFailure } from "@/offline/photos/uploadFile";

afterEach(() => vi.unstubAllGlobals());

/** A client whose calls are answered only when the line is back. */
const onDeadLine = {
  mutation: () => new Promise(() => {}),
} as unknown as ConvexReactClient;

const serverWith = (picture: ArrayBuffer | null) =>
  createPhotoServer({
    ...{ convex: onDeadLine, owner: OWNER, server: {} as ConvexServer },
    bytes: () => Promise.resolve(picture),
  });

const uploads = serverWith(new ArrayBuffer(1));

const photo = itemOf({
  ...aPhoto("a"),
  ...{ kind: "kept", order: 1, state: { kind: "waiting" } },
});

const upload = (signal: AbortSignal, server = uploads) =>
  server.upload(photo, { signal, onProgress: () => undefined });

it("an upload that still waits for its link ends when it is stopped", async () => {
  const abort = new AbortController();
  const uploading = upload(abort.signal);
  abort.abort();
  await expect(uploading).rejects.toMatchObject({ kind: "passing" });
  await expect(upload(abort.signal)).rejects.toMatchObject({ kind: "passing" });
});

it("refuses a photo whose bytes the browser has deleted", async () => {
  const { signal } = new AbortController();
  await expect(upload(signal, serverWith(null))).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining("Take it again.") as string,
  });
});

it.each([
  ["refused", { code: "INVALID", message: "Not a picture." }, false],
  ["blocked", null, true],
  ["passing", null, false],
] as const)(
  "an upload that was %s is refused for good only if Downspout refused it",
  (kind, verdict, isBlocked) => {
    const failure = new UploadFailure("Not a picture.", kind);
    expect(uploads.verdictOn(failure)).toEqual(verdict);
    expect(uploads.isBlocked?.(failure)).toBe(isBlocked);
    expect(uploads.messageOf(failure)).toBe("Not a picture.");
  },
);

it("an upload waits for a sign-in if its link is refused for that reason", () => {
  const data = { code: "NOT_SIGNED_IN", message: "Sign in." };
  expect(uploads.verdictOn(new ConvexError(data))).toBe("signIn");
});

it("reports a thumbnail that failed for a reason other than the connection", () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  reportThumbnailFailure(new UploadFailure("Too late.", "refused"));
  reportThumbnailFailure(new TypeError("Failed to fetch"));
  expect(report).not.toHaveBeenCalled();
  const bug = new RangeError("bug");
  reportThumbnailFailure(bug);
  expect(report.mock.calls).toEqual([[bug]]);
});
