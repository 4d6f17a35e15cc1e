/**
 * `POST /api/debug_event`: reports of long disconnects, which the Convex client sends in debug mode. Accepted and not
 * stored.
 */
import { drain } from "./drain";
import { pathOf } from "./requestTarget";
import { HttpError } from "../httpError";
import type { Route } from "./router";

const PATH = "/api/debug_event";

export const debugEventRoute: Route = {
  name: PATH,
  matches: (req) => pathOf(req) === PATH,
  handler: (req, res) => {
    if (req.method !== "POST") {
      throw new HttpError(405, "MethodNotAllowed", "Events take POST.");
    }
    res.writeHead(200).end();
    drain(req);
    return Promise.resolve(true);
  },
};
