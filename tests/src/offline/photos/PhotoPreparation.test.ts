// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PhotoPreparation, type PickedPhoto } from "@/offline/photos/PhotoPreparation";
import { UploadFailure } from "@/offline/photos/uploadFile";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const JOB = { key: "job1", label: "12 Elm Street" };
const PREPARED = { body: new Blob(["x"]), name: "a.jpg", thumbnail: null };

function aPhoto(id: string, overrides: Partial<PickedPhoto> = {}): PickedPhoto {
  return {
    id,
    subject: JOB,
    isHeld: false,
    field: "job_photo_estimate",
    name: `${id}.jpg`,
    at: 1,
    batch: "batch",
    file: new File(["x"], `${id}.jpg`),
    prepare: () => Promise.resolve(PREPARED),
    ...overrides,
  };
}

function aPreparation() {
  const ids = () => vi.fn(({ id: _id }: PickedPhoto) => Promise.resolve());
  const parts = {
    keep: ids(),
    discard: ids(),
    release: vi.fn(() => Promise.resolve()),
    onSettled: vi.fn(),
    onFailed: vi.fn(),
  };
  const preparation = new PhotoPreparation({
    ...parts,
    messageOf: (error) => (error as Error).message,
    onChange: () => undefined,
  });
  const stages = () => preparation.photos.map(({ photo, stage }) => `${photo.id} ${stage}`);
  return { ...parts, preparation, stages };
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const outOfMemory = () => vi.fn(() => Promise.reject<typeof PREPARED>(new Error("No memory.")));

it("prepares one photo at a time, and keeps each before the next", async () => {
  const { preparation, keep, stages } = aPreparation();
  let kept = () => {};
  keep.mockReturnValueOnce(new Promise((resolve) => (kept = resolve)));
  preparation.add(aPhoto("a"), null);
  preparation.add(aPhoto("b"), null);
  await settle();
  expect(stages()).toEqual(["a preparing", "b waiting"]);
  kept();
  await settle();
  expect(stages()).toEqual([]);
  expect(keep.mock.calls.map(([{ id }]) => id)).toEqual(["a", "b"]);
});

it("tries a photo that cannot be decoded 8 times, with pauses of 1 s to a minute, and goes on with the others", async () => {
  const { preparation, onSettled, onFailed, stages } = aPreparation();
  const prepare = outOfMemory();
  preparation.add(aPhoto("a", { prepare }), null);
  preparation.add(aPhoto("b"), null);
  await settle();
  expect(stages()).toEqual(["a waiting"]);
  for (const [tries, seconds] of [1, 2, 4, 8, 16, 32, 60].entries()) {
    await settle(seconds * 1000 - 1);
    expect(prepare).toHaveBeenCalledTimes(tries + 1);
    await settle(1);
    expect(prepare).toHaveBeenCalledTimes(tries + 2);
  }
  expect(stages()).toEqual(["a failed"]);
  expect(preparation.photos).toMatchObject([{ isRetryable: true, message: "No memory." }]);
  expect(onSettled).toHaveBeenCalledTimes(2);
  expect(onFailed).toHaveBeenCalledOnce();
  await settle(120_000);
  expect(prepare).toHaveBeenCalledTimes(8);
});

it("tries a photo again from the start once the person retries it", async () => {
  const { preparation, stages } = aPreparation();
  const prepare = outOfMemory();
  preparation.add(aPhoto("a", { prepare }), null);
  await settle(400_000);
  preparation.retry("a");
  await settle();
  expect(stages()).toEqual(["a waiting"]);
  expect(prepare).toHaveBeenCalledTimes(9);
});

it("does not retry a file that can never be accepted", async () => {
  const { preparation, keep, onSettled } = aPreparation();
  const refusal = new UploadFailure("Not a picture.", "refused");
  const prepare = vi.fn(() => Promise.reject<typeof PREPARED>(refusal));
  preparation.add(aPhoto("a", { prepare }), null);
  preparation.add(aPhoto("b"), "Too large.");
  await settle(120_000);
  expect(prepare).toHaveBeenCalledOnce();
  expect(preparation.photos).toMatchObject([
    { stage: "failed", isRetryable: false, message: "Not a picture." },
    { stage: "failed", isRetryable: false, message: "Too large." },
  ]);
  expect(keep).not.toHaveBeenCalled();
  expect(onSettled).toHaveBeenCalledTimes(2);
});

it("discards a photo that the person removes while it is being kept", async () => {
  const { preparation, keep, discard } = aPreparation();
  keep.mockImplementationOnce(() => {
    preparation.remove(({ id }) => id === "a");
    return Promise.resolve();
  });
  preparation.add(aPhoto("a"), null);
  await settle();
  expect(discard.mock.calls.map(([{ id }]) => id)).toEqual(["a"]);
});

it("keeps nothing of a photo that is removed while it is prepared", async () => {
  const { preparation, keep, discard } = aPreparation();
  const prepare = () => {
    preparation.remove(() => true);
    return Promise.resolve(PREPARED);
  };
  preparation.add(aPhoto("a", { prepare }), null);
  await settle();
  expect(keep).not.toHaveBeenCalled();
  expect(discard).not.toHaveBeenCalled();
});

it("gives the photos of a draft, and no others, to the job that it becomes", () => {
  const { preparation } = aPreparation();
  const never = () => new Promise<never>(() => {});
  const held = { isHeld: true, prepare: never };
  const draft = (key: string) => ({ key, label: "New job" });
  preparation.add(aPhoto("a", { ...held, subject: draft("d1") }), null);
  preparation.add(aPhoto("b", { ...held, subject: draft("d2") }), null);
  preparation.release("d1", JOB);
  expect(preparation.photos.map(({ photo }) => [photo.subject.key, photo.isHeld])).toEqual([
    ["job1", false],
    ["d2", true],
  ]);
});

it("a list waits for its own job's and field's photos that have not failed", () => {
  const { preparation } = aPreparation();
  const prepare = () => new Promise<never>(() => {});
  const drawing = { field: "job_drawings" } as const;
  preparation.add(aPhoto("a", { prepare }), null);
  preparation.add(aPhoto("b", { ...drawing, prepare }), "Too large.");
  const isPending = (overrides: Partial<PickedPhoto>) =>
    preparation.isPending(aPhoto("c", overrides));
  expect(isPending({})).toBe(true);
  expect(isPending(drawing)).toBe(false);
  expect(isPending({ subject: { key: "job2", label: "" } })).toBe(false);
});
