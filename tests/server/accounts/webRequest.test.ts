import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { webRequest } from "../../../server/accounts/webRequest";

function aRequest(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test("passes on the parsed body and only allowed headers", async () => {
  const url = "http://127.0.0.1:3000/api/auth/sign-in/email";
  const passed = webRequest(
    aRequest("127.0.0.1", {
      cookie: "a=b",
      host: "localhost:3000",
      "x-forwarded-host": "evil.example",
      authorization: "Bearer x",
      "content-type": "text/plain",
      "content-length": "9999",
    }),
    url,
    { email: "a@b.co" },
  );
  expect(Object.fromEntries(passed.headers)).toEqual({
    cookie: "a=b",
    host: "localhost:3000",
    origin: "http://127.0.0.1:3000",
    "content-type": "application/json",
  });
  expect(await passed.json()).toEqual({ email: "a@b.co" });
});
