/**
 * Tries the routes in order, lets each request wait for its turn, makes sure that each matched request gets a response,
 * and logs failures.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorText, type Log } from "../log";
import type { RequestCaller, RequestGate } from "../requestGate";
import type { RequestLimits } from "../requestLimits";
import { diskFaultMessage } from "../store/diskFaults";
import { isClientDisconnect } from "./clientDisconnect";
import { drain } from "./drain";
import { pathOf } from "./requestTarget";
import { HttpError } from "../httpError";
import { sendError, sendJson } from "./responses";

/** Resolves to true if the request has a response, false to try the next route. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  limits: RequestLimits,
) => Promise<boolean>;

export interface Route {
  /** Its row in the table of request limits, and its class in metrics. */
  readonly name: string;
  readonly matches: (req: IncomingMessage) => boolean;
  readonly handler: Handler;
  /** Another class in metrics. Must return few distinct names. */
  readonly classOf?: (req: IncomingMessage) => string;
  /** Null if the caller is not signed in. Default: nobody is. */
  readonly callerOf?: (req: IncomingMessage) => RequestCaller | null;
  /** Set if the handler passes the gate itself, because it has to verify the caller. */
  readonly passesGate?: boolean;
  /** Set if the handler logs its own 5xx responses. */
  readonly logsOwnFailures?: boolean;
}

export interface RouterOptions {
  readonly log: Log;
  readonly gate: RequestGate;
  readonly routes: readonly Route[];
  readonly onAnswered?: (request: AnsweredRequest) => void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** The route's name. */
  readonly name: string;
  /** The path without the query and without file ids, which are secrets. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** The function threw, which is logged where it ran. Must match STATUS_CODE_UDF_FAILED of the `convex` client. */
export const STATUS_FUNCTION_FAILED = 560;

export class Router {
  readonly #options: RouterOptions;
  readonly #inFlight = new Set<Promise<boolean>>();

  /** @throws StartupError for a route without a row in the table of request limits. */
  constructor(options: RouterOptions) {
    this.#options = options;
    for (const { name } of options.routes) options.gate.limitsOf(name);
  }

  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const handled = this.#answer(req, res);
    this.#inFlight.add(handled);
    void handled.finally(() => this.#inFlight.delete(handled));
    return handled;
  }

  /** Resolves when every request in flight has a response, or at the deadline. */
  async finish(deadline: Promise<void>): Promise<void> {
    await Promise.race([deadline, Promise.all(this.#inFlight)]);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const startedAt = performance.now();
    for (const route of this.#options.routes) {
      if (!route.matches(req)) continue;
      let isAnswered = true;
      try {
        isAnswered = await this.#run(route, req, res);
      } catch (error) {
        this.#fail(req, res, error);
      }
      if (!isAnswered) continue;
      this.#report(req, res, { route, ms: performance.now() - startedAt });
      return true;
    }
    return false;
  }

  async #run(route: Route, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const { gate } = this.#options;
    const limits = gate.limitsOf(route.name);
    if (route.passesGate === true) return route.handler(req, res, limits);
    const caller = route.callerOf?.(req) ?? null;
    const leave = await gate.enter(route.name, req, caller);
    try {
      // The client may have disconnected while the request waited.
      return res.destroyed || (await route.handler(req, res, limits));
    } finally {
      leave();
    }
  }

  #report(
    req: IncomingMessage,
    res: ServerResponse,
    { route, ms }: { readonly route: Route; readonly ms: number },
  ): void {
    const { log, onAnswered } = this.#options;
    const { statusCode: status } = res;
    const method = req.method ?? "";
    const path = redactedPath(req);
    const name = route.classOf?.(req) ?? route.name;
    onAnswered?.({ method, name, path, status, ms });
    if (route.logsOwnFailures === true) return;
    // A 500 has been logged where it was thrown.
    if (status > 500 && status !== STATUS_FUNCTION_FAILED) {
      log.warn("a request could not be served", { method, path, status });
    }
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    if (error instanceof HttpError && !res.headersSent) {
      sendError(res, error);
      drain(req);
      return;
    }
    // Client disconnected: nothing to send, not an error.
    if (req.destroyed && (!req.complete || isClientDisconnect(error))) return;
    this.#options.log.error("a request failed", {
      path: redactedPath(req),
      error: errorText(error),
    });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const sentence = diskFaultMessage(error) ?? "Something went wrong on the server.";
    sendError(res, new HttpError(500, "InternalServerError", sentence));
    drain(req);
  }
}

/** Omits the query, which may contain an invitation or an upload token, and replaces file ids, which grant access. */
function redactedPath(req: IncomingMessage): string {
  return pathOf(req).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "*");
}

/** The last API route: rejects unknown paths below /api, so that no page is served there. */
export const unknownCallRoute: Route = {
  name: "an unknown call",
  matches: (req) => /^\/api(\/|$)/.test(pathOf(req)),
  handler: (req, res) => {
    sendJson(res, 404, {
      code: "NotFound",
      message: "There is no such call.",
    });
    drain(req);
    return Promise.resolve(true);
  },
};
