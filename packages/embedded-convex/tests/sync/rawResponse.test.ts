import { expect, it } from "vitest";
import { rawResponse } from "../../src/sync/rawResponse";

it("makes a complete HTTP response with its length in bytes", () => {
  const [head = "", body = ""] = rawResponse("403 Forbidden", "Nope", "Not hére.").split(
    "\r\n\r\n",
  );
  expect(JSON.parse(body)).toEqual({ code: "Nope", message: "Not hére." });
  expect(head.split("\r\n")).toEqual([
    "HTTP/1.1 403 Forbidden",
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]);
});
