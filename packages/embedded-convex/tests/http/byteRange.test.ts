import { expect, test } from "vitest";
import { rangeOf } from "../../src/http/byteRange";

test.each([
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  ["bytes=2-5", 10, { start: 2, end: 5 }],
  ["bytes=2-", 10, { start: 2, end: 9 }],
  ["bytes=2-500", 10, { start: 2, end: 9 }],
  ["BYTES=9-9", 10, { start: 9, end: 9 }],
  ["bytes=-3", 10, { start: 7, end: 9 }],
  ["bytes=-500", 10, { start: 0, end: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=10-12", 10, "unsatisfiable"],
  ["bytes=99999999999999999999-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, null],
  ["bytes=-1", 0, null],
  ["bytes=5-2", 10, null],
  ["bytes=-", 10, null],
  ["bytes=0-1,3-4", 10, null],
  ["bytes=a-b", 10, null],
  ["items=0-1", 10, null],
  ["", 10, null],
  [undefined, 10, null],
])("the range %j of a file of %i bytes is %j", (header, size, range) => {
  expect(rangeOf(header, size)).toEqual(range);
});
