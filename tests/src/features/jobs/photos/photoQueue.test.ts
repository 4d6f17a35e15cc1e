import { describe, expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import {
  advance,
  isUnfinished,
  MAX_ATTEMPTS,
  nextStep,
  type PhotoEvent,
  type PhotoOwner,
  type PhotoQueue,
} from "@/features/jobs/photos/photoQueue";

const NOW = 1_000_000;
const jobId = "job1" as Id<"jobs">;
const fileId = (id: string) => id as Id<"_storage">;
const job: PhotoOwner = { kind: "job", id: jobId };
const draft: PhotoOwner = { kind: "draft", id: "d1" };

const run = (...events: PhotoEvent[]): PhotoQueue =>
  events.reduce<PhotoQueue>(advance, []);
const added = (owner: PhotoOwner, ...ids: string[]): PhotoEvent => ({
  type: "added",
  photos: ids.map((id) => ({
    id,
    owner,
    field: "job_photo_estimate",
    name: `${id}.jpg`,
    previewUrl: `blob:${id}`,
  })),
});
const failed = (id: string, isRetryable: boolean, now = NOW): PhotoEvent => ({
  type: "failed",
  id,
  failure: { message: "The connection was lost.", isRetryable },
  now,
});
const stored = (id: string): PhotoEvent => ({
  type: "stored",
  id,
  fileId: fileId(`file-${id}`),
});
const stepOf = (queue: PhotoQueue, now = NOW, online = true) => {
  const step = nextStep(queue, now, online);
  return "photo" in step ? `${step.type} ${step.photo.id}` : step.type;
};

describe("nextStep", () => {
  it("rests on an empty queue", () => {
    expect(stepOf([])).toBe("rest");
  });

  it("processes one photo at a time, in order", () => {
    const queue = run(added(job, "a", "b"));
    expect(stepOf(queue)).toBe("send a");
    expect(stepOf(advance(queue, { type: "shrinking", id: "a" }))).toBe("rest");
    expect(stepOf(advance(queue, { type: "sending", id: "a" }))).toBe("rest");
  });

  it("attaches a stored photo before it sends the next", () => {
    expect(stepOf(run(added(job, "a", "b"), stored("a")))).toBe("attach a");
  });

  it("keeps a stored photo of an unsaved job and continues with the next", () => {
    const queue = run(added(draft, "a", "b"), stored("a"));
    expect(stepOf(queue)).toBe("send b");
    expect(stepOf(advance(queue, stored("b")))).toBe("rest");
  });

  it("does nothing while offline", () => {
    expect(stepOf(run(added(job, "a")), NOW, false)).toBe("rest");
  });

  it("processes others while a photo waits for its retry, then wakes for it", () => {
    const queue = run(added(job, "a", "b"), failed("a", true));
    expect(stepOf(queue)).toBe("send b");
    const alone = advance(queue, { type: "removed", id: "b" });
    expect(nextStep(alone, NOW, true)).toEqual({
      type: "sleep",
      until: NOW + 2000,
    });
    expect(stepOf(alone, NOW + 2000)).toBe("send a");
  });
});

describe("advance", () => {
  it("backs off up to a minute, and gives up after eight attempts", () => {
    let queue = run(added(job, "a"));
    const waits: number[] = [];
    for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
      queue = advance(queue, failed("a", true));
      waits.push((queue[0]?.retryAt ?? 0) - NOW);
      expect(queue[0]?.stage).toBe("waiting");
    }
    expect(waits).toEqual([2000, 4000, 8000, 16000, 32000, 60000, 60000]);
    queue = advance(queue, failed("a", true));
    expect(queue[0]).toMatchObject({ stage: "failed", retryAt: null });
  });

  it("fails at once, with the reason, when the server rejects the file", () => {
    const [photo] = run(added(job, "a"), failed("a", false));
    expect(photo).toMatchObject({
      stage: "failed",
      failure: { message: "The connection was lost.", isRetryable: false },
    });
    expect(photo && isUnfinished(photo)).toBe(false);
  });

  it("resets the attempts on Retry", () => {
    const queue = run(
      added(job, "a"),
      ...Array.from({ length: MAX_ATTEMPTS }, () => failed("a", true)),
      { type: "retried", id: "a" },
    );
    expect(queue[0]).toMatchObject({
      stage: "waiting",
      attempts: 0,
      failure: null,
    });
  });

  it("retries on reconnect, but not rejected files", () => {
    const queue = run(
      added(job, "a", "b"),
      failed("a", true),
      failed("b", false),
      { type: "reconnected" },
    );
    expect(queue.map(({ stage, retryAt }) => [stage, retryAt])).toEqual([
      ["waiting", null],
      ["failed", null],
    ]);
  });

  it("does not upload again if only attaching failed", () => {
    const queue = run(
      added(job, "a"),
      stored("a"),
      { type: "attaching", id: "a" },
      failed("a", true),
    );
    expect(queue[0]).toMatchObject({ stage: "stored", fileId: "file-a" });
    expect(stepOf(queue, NOW + 2000)).toBe("attach a");
  });

  it("moves a draft's photos to the saved job, without those saved with it", () => {
    const queue = run(added(draft, "a", "b"), added(job, "c"), stored("a"), {
      type: "draftSaved",
      draftId: "d1",
      jobId,
      fileIds: [fileId("file-a")],
    });
    expect(queue.map(({ id, owner }) => [id, owner.kind])).toEqual([
      ["b", "job"],
      ["c", "job"],
    ]);
  });

  it("drops only the discarded draft's photos", () => {
    const queue = run(added(draft, "a"), added(job, "b"), {
      type: "discarded",
      owner: draft,
    });
    expect(queue.map(({ id }) => id)).toEqual(["b"]);
  });

  it("keeps a rejected file in the queue with its reason, and never sends it", () => {
    const refusal = { message: "a.svg is not a photo.", isRetryable: false };
    const queue = run({
      type: "added",
      photos: [
        {
          id: "a",
          owner: job,
          field: "job_drawings",
          name: "a.svg",
          previewUrl: "",
          failure: refusal,
        },
      ],
    });
    expect(queue[0]).toMatchObject({ stage: "failed", failure: refusal });
    expect(stepOf(queue)).toBe("rest");
  });

  it("ignores events of a removed photo", () => {
    expect(
      run(added(job, "a"), { type: "removed", id: "a" }, stored("a")),
    ).toEqual([]);
  });
});
