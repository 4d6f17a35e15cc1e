import { expect, it, vi } from "vitest";
import { ThumbnailQueue, type ThumbnailQueueOptions } from "@/job/photos/ThumbnailQueue";

const photo = new Blob(["photo"]);
const small = new Blob(["small"]);

function aQueue(overrides: Partial<ThumbnailQueueOptions> = {}) {
  const options = {
    load: vi.fn(() => Promise.resolve(photo)),
    make: vi.fn(() => Promise.resolve(small)),
    send: vi.fn(() => Promise.resolve()),
    isOnline: () => true,
    onError: vi.fn(),
    ...overrides,
  };
  return { queue: new ThumbnailQueue(options), ...options };
}

const missing = (fileId: string) => ({
  fileId,
  photoUrl: `/files/${fileId}`,
  isDrawing: false,
});

it("makes each missing thumbnail once, one at a time", async () => {
  let running = 0;
  let most = 0;
  const { queue, send } = aQueue({
    make: async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      return small;
    },
  });
  for (const id of ["a", "b", "a", "c"]) queue.add(missing(id));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  queue.add(missing("a"));
  expect(vi.mocked(send).mock.calls).toEqual([
    ["a", small],
    ["b", small],
    ["c", small],
  ]);
  expect(most).toBe(1);
});

it("the queue continues after an error, and sends nothing for a photo without a thumbnail", async () => {
  const lost = new Error("lost");
  const { queue, send, onError } = aQueue({
    load: (url) => (url === "/files/a" ? Promise.reject(lost) : Promise.resolve(photo)),
    make: () => Promise.resolve(null),
  });
  queue.add(missing("a"));
  queue.add(missing("b"));
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(lost));
  expect(send).not.toHaveBeenCalled();
});

it("sends a thumbnail that the device has made already", async () => {
  const { queue, load, make, send } = aQueue();
  queue.add({ fileId: "a", thumbnail: small });
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith("a", small));
  expect(load).not.toHaveBeenCalled();
  expect(make).not.toHaveBeenCalled();
});

it("loads nothing while the device is offline", async () => {
  let online = false;
  const { queue, load, send } = aQueue({ isOnline: () => online });
  queue.add(missing("a"));
  expect(load).not.toHaveBeenCalled();
  online = true;
  queue.add(missing("a"));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});
