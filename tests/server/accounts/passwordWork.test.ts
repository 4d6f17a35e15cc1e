import { describe, expect, test } from "vitest";
import {
  boundedQueue,
  passwordWork,
  TooBusy,
} from "../../../server/accounts/passwordWork";

function aTask() {
  let finish!: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { done, finish };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue", () => {
  test("runs so many at once and the rest in the order they came", async () => {
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

  test("refuses what is more than can wait, and takes work again later", async () => {
    const queued = boundedQueue(1, 1);
    const task = aTask();
    const [running, waiting] = [
      queued(() => task.done),
      queued(() => task.done),
    ];
    await expect(queued(() => task.done)).rejects.toThrow(TooBusy);
    task.finish();
    await Promise.all([running, waiting]);
    expect(await queued(() => Promise.resolve("again"))).toBe("again");
  });

  test("gives its place free when work fails", async () => {
    const queued = boundedQueue(1, 1);
    const failing = () => Promise.reject(new Error("no"));
    await expect(queued(failing)).rejects.toThrow("no");
    await expect(queued(failing)).rejects.toThrow("no");
    expect(await queued(() => Promise.resolve(1))).toBe(1);
  });
});

test("a password is known again by its hash, and by no other", async () => {
  const work = passwordWork();
  const hash = await work.hash("correct horse");
  expect(hash).not.toContain("correct");
  expect(await work.verify({ hash, password: "correct horse" })).toBe(true);
  expect(await work.verify({ hash, password: "Correct horse" })).toBe(false);
});
