import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { UnsentResults } from "../../src/http/unsentResults";

const MEGABYTE = 1024 * 1024;

/** A response whose bytes wait to be sent until it is closed. */
const aResponse = (writableLength: number) =>
  Object.assign(new EventEmitter(), {
    writableLength,
    destroyed: false,
  }) as unknown as ServerResponse & EventEmitter;

function aPerson(unsent: UnsentResults, key = "ada") {
  const begun: number[] = [];
  const begin = (count: number) => {
    for (let at = 0; at < count; at += 1) void unsent.begin(key).then(() => begun.push(at));
  };
  return { begun, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("eight queries of a person run at once, the others in order after them", async () => {
  const unsent = new UnsentResults();
  const { begun, begin } = aPerson(unsent);
  begin(20);
  const other = aPerson(unsent, "bob");
  other.begin(1);
  await settled();
  expect(begun).toHaveLength(8);
  expect(other.begun).toHaveLength(1);
  for (let at = 0; at < 12; at += 1) unsent.sent("ada", aResponse(0));
  await settled();
  expect(begun).toEqual([...begun.keys()]);
  expect(begun).toHaveLength(20);
});

test("no query runs while 32 MiB of results wait to be sent", async () => {
  const unsent = new UnsentResults();
  const { begun, begin } = aPerson(unsent);
  const responses = Array.from({ length: 4 }, () => aResponse(8 * MEGABYTE));
  begin(4);
  await settled();
  for (const response of responses) unsent.sent("ada", response);
  begin(3);
  await settled();
  expect(begun).toHaveLength(4);
  responses[0]!.emit("close");
  await settled();
  expect(begun).toHaveLength(7);
});
