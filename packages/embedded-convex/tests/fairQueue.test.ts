import { expect, test } from "vitest";
import { type CallerPath, FairQueue } from "../src/fairQueue";

function queueOf(...paths: string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [at, path] of paths.entries()) queue.push(path.split("/"), `${path} ${at}`);
  return queue;
}

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  while (!queue.isEmpty) {
    items.push(queue.shift()!);
    queue.rotate();
  }
  return items;
}

const path = (text: string): CallerPath => text.split("/");

test("organizations take turns, however many people and sessions each has", () => {
  const queue = queueOf("a/1/x", "a/1/y", "a/2/x", "a/3/x", "b/1/x", "b/1/x");
  expect(drained(queue)).toEqual([
    "a/1/x 0",
    "b/1/x 4",
    "a/2/x 2",
    "b/1/x 5",
    "a/3/x 3",
    "a/1/y 1",
  ]);
});

test("people take turns, however many sessions each has", () => {
  const queue = queueOf("a/1/x", "a/1/y", "a/1/z", "a/2/x");
  expect(drained(queue)).toEqual(["a/1/x 0", "a/2/x 3", "a/1/y 1", "a/1/z 2"]);
});

test("the items of a session stay in order", () => {
  const queue = queueOf("a/1/x", "a/1/x", "a/1/x");
  queue.putBack(path("a/1/x"), "begun");
  expect(drained(queue)).toEqual(["begun", "a/1/x 0", "a/1/x 1", "a/1/x 2"]);
});

test("a session keeps its turn until the queue rotates", () => {
  const queue = queueOf("a/1/x", "a/1/x", "a/1/y", "b/1/x");
  expect([queue.shift(), queue.shift()]).toEqual(["a/1/x 0", "a/1/x 1"]);
  queue.rotate();
  expect(drained(queue)).toEqual(["b/1/x 3", "a/1/y 2"]);
});

test("an item that is put back keeps the turn of its session", () => {
  const queue = new FairQueue<string>(2);
  for (const text of ["a/1/x", "a/1/y", "a/1/z"]) queue.push(path(text), text);
  for (const expected of ["a/1/x", "a/1/x", "a/1/y"]) {
    const item = queue.shift()!;
    expect(item).toBe(expected);
    queue.putBack(path(item), item);
    queue.rotate();
  }
});

test("a session that was not served keeps its turn when the queue rotates", () => {
  const queue = queueOf("a/1/x", "b/1/x", "b/1/x", "c/1/x");
  queue.shift();
  queue.rotate();
  queue.rotate();
  expect(drained(queue)).toEqual(["b/1/x 1", "c/1/x 3", "b/1/x 2"]);
});

test("a session may keep the turn of its person, and not that of others", () => {
  const queue = new FairQueue<string>(2);
  for (const text of ["a/1/x", "a/1/x", "a/1/x", "a/1/y", "a/2/x", "b/1/x"])
    queue.push(path(text), text);
  expect(drained(queue)).toEqual(["a/1/x", "b/1/x", "a/2/x", "a/1/x", "a/1/y", "a/1/x"]);
});

test("a promoted session is the next of its person, and of nobody else", () => {
  const queue = queueOf("a/1/x", "a/1/y", "a/1/z", "b/1/x");
  queue.promote(path("a/1/z"));
  queue.promote(path("c/1/x"));
  expect(drained(queue)).toEqual(["a/1/z 2", "b/1/x 3", "a/1/x 0", "a/1/y 1"]);
});
