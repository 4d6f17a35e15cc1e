/**
 * `GET /version`, as on Convex: clients of any origin test with it whether the backend can be reached. It names no
 * version, since a version reveals known vulnerabilities.
 */
import { drain } from "./drain";
import { pathOf } from "./requestTarget";
import { HttpError } from "../httpError";
import type { Route } from "./router";

const PATH = "/version";

export const versionRoute: Route = {
  name: PATH,
  matches: (req) => pathOf(req) === PATH,
  handler: (req, res) => {
    if (req.method !== "GET") {
      throw new HttpError(405, "MethodNotAllowed", "The version takes GET.");
    }
    res
      .writeHead(200, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "cross-origin-resource-policy": "cross-origin",
      })
      .end("embedded-convex");
    drain(req);
    return Promise.resolve(true);
  },
};
