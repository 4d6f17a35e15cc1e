import { describe, expect, test } from "vitest";
import {
  boundedQueue,
  passwordHashingQueue,
  QueueFullError,
} from "../../../server/accounts/passwordHashingQueue";

function aTask() {
  let finish!: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { done, finish };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue", () => {
  test("runs up to the maximum and queues the rest in order", async () => {
    const queued = boundedQueue(2, 10);
    const tasks = [aTask(), aTask(), aTask(), aTask()];
    const started: number[] = [];
    const results = tasks.map((task, i) =>
      queued(async () => {
        started.push(i);
        await task.done;
        return i;
      }),
    );
    await settle();
    expect(started).toEqual([0, 1]);
    tasks[1]!.finish();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const task of tasks) task.finish();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test("rejects work when the queue is full, and accepts it again later", async () => {
    const queued = boundedQueue(1, 1);
    const task = aTask();
    const [running, waiting] = [queued(() => task.done), queued(() => task.done)];
    await expect(queued(() => task.done)).rejects.toThrow(QueueFullError);
    task.finish();
    await Promise.all([running, waiting]);
    expect(await queued(() => Promise.resolve("again"))).toBe("again");
  });

  test("frees its slot when work fails", async () => {
    const queued = boundedQueue(1, 1);
    const failing = () => Promise.reject(new Error("no"));
    await expect(queued(failing)).rejects.toThrow("no");
    await expect(queued(failing)).rejects.toThrow("no");
    expect(await queued(() => Promise.resolve(1))).toBe(1);
  });
});

test("verifies a password against its hash, and no other password", async () => {
  const queue = passwordHashingQueue();
  const hash = await queue.hash("correct horse");
  expect(hash).not.toContain("correct");
  expect(await queue.verify({ hash, password: "correct horse" })).toBe(true);
  expect(await queue.verify({ hash, password: "Correct horse" })).toBe(false);
});
