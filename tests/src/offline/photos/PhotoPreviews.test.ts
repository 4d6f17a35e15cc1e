// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PhotoPreviews } from "@/offline/photos/PhotoPreviews";

let made = 0;
const revoked = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  made = 0;
  revoked.mockClear();
  URL.createObjectURL = () => `blob:${(made += 1)}`;
  URL.revokeObjectURL = revoked;
});
afterEach(() => void vi.useRealTimers());

const THUMBNAIL = new Blob(["x"]);

it("loads a thumbnail once, and reports when it is there", async () => {
  const load = vi.fn(() => Promise.resolve<Blob | null>(THUMBNAIL));
  const onChange = vi.fn();
  const previews = new PhotoPreviews(load, onChange);
  expect([previews.of("a"), previews.of("a")]).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(0);
  expect(previews.of("a")).toBe("blob:1");
  expect(load).toHaveBeenCalledOnce();
  expect(onChange).toHaveBeenCalledOnce();
});

it("reports a photo without a thumbnail", async () => {
  const onChange = vi.fn();
  const previews = new PhotoPreviews(() => Promise.resolve(null), onChange);
  expect(previews.of("a")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0);
  expect(previews.of("a")).toBe("");
  expect(onChange).toHaveBeenCalledOnce();
});

it("makes no object URL of a thumbnail that arrives after its photo has left", async () => {
  const previews = new PhotoPreviews(
    () => Promise.resolve(THUMBNAIL),
    () => undefined,
  );
  previews.of("a");
  previews.release("a", null);
  await vi.advanceTimersByTimeAsync(0);
  expect(made).toBe(0);
});

it("keeps the preview of a photo that is prepared while the device is asked for its thumbnail", async () => {
  const previews = new PhotoPreviews(
    () => Promise.resolve(null),
    () => undefined,
  );
  previews.of("a");
  previews.set("a", THUMBNAIL);
  await vi.advanceTimersByTimeAsync(0);
  expect(previews.of("a")).toBe("blob:1");
  expect(revoked).not.toHaveBeenCalled();
});

it("keeps the preview of a saved photo by its file for a minute, and drops that of a discarded one", () => {
  const previews = new PhotoPreviews(
    () => Promise.resolve(null),
    () => undefined,
  );
  previews.set("a", THUMBNAIL);
  previews.set("b", THUMBNAIL);
  previews.release("a", "file-a");
  previews.release("b", null);
  expect(revoked.mock.calls).toEqual([["blob:2"]]);
  vi.advanceTimersByTime(59_999);
  expect(previews.ofFile("file-a")).toBe("blob:1");
  vi.advanceTimersByTime(1);
  expect(previews.ofFile("file-a")).toBeUndefined();
  expect(revoked.mock.calls).toEqual([["blob:2"], ["blob:1"]]);
});
