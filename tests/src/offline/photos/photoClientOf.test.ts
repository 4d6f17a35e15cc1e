import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { provideToasts, type Toast } from "@/lib/toasts";
import { failureSentence, markVisible, photoClientOf } from "@/offline/photos/photoClientOf";
import { UploadFailure } from "@/offline/photos/uploadFile";

const shown: Toast[] = [];

beforeEach(() => {
  shown.length = 0;
  provideToasts({
    show: (toast) => shown.push(toast),
    dismiss: () => undefined,
  });
});
afterEach(() => provideToasts(null));

/** Chooses a photo of a job that the browser cannot read. */
async function fail(key: string): Promise<unknown[]> {
  const client = photoClientOf({} as ConvexReactClient);
  client.add({
    subject: { key, label: "12 Elm Street" },
    isHeld: false,
    field: "job_photo_estimate",
    files: [new File(["x"], "front.jpg")],
    prepare: () => Promise.reject(new UploadFailure("Not a picture.", "refused")),
    rejectionOf: () => null,
  });
  await vi.waitFor(() => expect(client.photos()).toMatchObject([{ syncStatus: "Refused" }]));
  return shown.splice(0).map(({ options }) => options.description);
}

it("reports that a photo failed if no screen shows it, and only then", async () => {
  expect(await fail("job1")).toEqual(["front.jpg: Not a picture."]);
  const hideOther = markVisible("job2");
  const hide = markVisible("job1");
  expect(await fail("job1")).toEqual([]);
  hide();
  expect(await fail("job1")).toEqual(["front.jpg: Not a picture."]);
  expect(await fail("job2")).toEqual([]);
  hideOther();
});

it("one page has one client of a connection", () => {
  const convex = {} as ConvexReactClient;
  expect(photoClientOf(convex)).toBe(photoClientOf(convex));
  expect(photoClientOf({} as ConvexReactClient)).not.toBe(photoClientOf(convex));
});

it("a failure names the file once", () => {
  expect(failureSentence("a.jpg", "Too large.")).toBe("a.jpg: Too large.");
  expect(failureSentence("a.jpg", "a.jpg is too large.")).toBe("a.jpg is too large.");
});
