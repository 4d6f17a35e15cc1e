import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { requestTarget } from "../../src/http/requestTarget";

test.each([
  ["/a/b?x=1&y=%20", "/a/b", "x=1&y=+"],
  ["/a", "/a", ""],
  ["/a?", "/a", ""],
  ["//", "//", ""],
  ["/a?b?c=1", "/a", "b%3Fc=1"],
  ["/%ff?x=%ff", "/%ff", "x=%EF%BF%BD"],
  ["http://[bad", "http://[bad", ""],
])("the request target %s has path %s and query %s", (url, path, query) => {
  const target = requestTarget({ url } as IncomingMessage);
  expect(target.path).toBe(path);
  expect(target.query.toString()).toBe(query);
});
