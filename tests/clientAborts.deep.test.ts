/** A client that disconnects in the middle of a request is not an error of the server. */
import { request } from "node:http";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, it } from "vitest";
import { createLog } from "../server/monitoring/log";
import { openTrustingServer } from "./support/attacker/trustingServer";
import { imageBytes } from "./support/images";

it("logs nothing when clients disconnect within the body, on every route with one", async () => {
  const lines: string[] = [];
  const server = await openTrustingServer(createLog("warn", (line) => lines.push(line)));
  const { url } = server;
  const token = await server.issuer.tokenFor({ subject: "anna" });
  const http = new ConvexHttpClient(url, { logger: false });
  http.setAuth(token);
  const link = (await http.mutation(
    makeFunctionReference<"mutation">("jobs:generateUploadUrl"),
    {},
    { skipQueue: true },
  )) as string;
  for (const target of [
    `${url}/api/query`,
    `${url}/api/mutation`,
    `${url}/api/action`,
    `${url}/api/auth/sign-in/email`,
    `${url}/api/auth/sign-up/email`,
    `${url}/api/storage/upload?token=x`,
    `${url}/api/debug_event`,
    link,
  ]) {
    const req = request(target, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": target === link ? "image/png" : "application/json",
        "content-length": 1_000_000,
      },
    });
    req.on("error", () => undefined);
    // The rest would be larger than what a socket buffers: the server is reading when the client goes.
    await new Promise((resolve) => {
      req.write(imageBytes("image/png"), resolve);
    });
    await new Promise(setImmediate);
    const closed = new Promise((resolve) => req.once("close", resolve));
    req.destroy();
    await closed;
  }
  // Waits for the requests in flight.
  await server.close();
  expect(lines).toEqual([]);
}, 30_000);
