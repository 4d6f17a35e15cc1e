/** Asks each route in turn, makes sure that every request gets a response, and logs what could not be served. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorText, type Log } from "../log";
import { diskFaultMessage } from "../store/diskFaults";
import { HttpRefusal, pathOf, sendJson, sendRefusal } from "./answers";
import { drain } from "./drain";

/** True if the request was for this handler, and is answered. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
) => Promise<boolean>;

export interface Route {
  /** The class of the request in metrics. A function of the request must have few results. */
  readonly name: string | ((req: IncomingMessage) => string);
  readonly handler: Handler;
  /** Set if the handler logs its own 5xx responses. */
  readonly logsOwnFailures?: boolean;
}

export interface RouterOptions {
  readonly log: Log;
  readonly routes: readonly Route[];
  readonly onAnswered?: (request: AnsweredRequest) => void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** Of the route that answered. */
  readonly name: string;
  /** Without the query, and without ids of files. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** The function threw: logged where it ran, and no fault of the server. */
export const STATUS_FUNCTION_FAILED = 560;

export class Router {
  readonly #options: RouterOptions;
  readonly #inFlight = new Set<Promise<boolean>>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const handled = this.#answer(req, res);
    this.#inFlight.add(handled);
    void handled.finally(() => this.#inFlight.delete(handled));
    return handled;
  }

  async finish(deadline: Promise<void>): Promise<void> {
    await Promise.race([deadline, Promise.all(this.#inFlight)]);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const startedAt = performance.now();
    for (const route of this.#options.routes) {
      let isAnswered = true;
      try {
        isAnswered = await route.handler(req, res);
      } catch (error) {
        this.#fail(req, res, error);
      }
      if (!isAnswered) continue;
      this.#report(req, res, { route, ms: performance.now() - startedAt });
      return true;
    }
    return false;
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
    const name = typeof route.name === "string" ? route.name : route.name(req);
    onAnswered?.({ method, name, path, status, ms });
    if (route.logsOwnFailures === true) return;
    // A 500 has been logged where it was thrown.
    if (status > 500 && status !== STATUS_FUNCTION_FAILED) {
      log.warn("a request could not be served", { method, path, status });
    }
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    if (error instanceof HttpRefusal && !res.headersSent) {
      sendRefusal(res, error);
      drain(req);
      return;
    }
    // Client disconnected: nothing to send, not an error.
    if (req.destroyed && !req.complete) return;
    this.#options.log.error("a request failed", {
      path: redactedPath(req),
      error: errorText(error),
    });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const sentence =
      diskFaultMessage(error) ?? "Something went wrong on the server.";
    sendRefusal(res, new HttpRefusal(500, "InternalServerError", sentence));
    drain(req);
  }
}

/** Without the query, which may hold an invitation or an upload token, and without the ids that open a file. */
function redactedPath(req: IncomingMessage): string {
  return pathOf(req).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "*");
}

/** The last route of an API: no page may be served under its path. */
export const unknownCallRoute: Route = {
  name: "an unknown call",
  handler: (req, res) => {
    if (!/^\/api(\/|$)/.test(pathOf(req))) return Promise.resolve(false);
    sendJson(res, 404, {
      code: "NotFound",
      message: "There is no such call.",
    });
    drain(req);
    return Promise.resolve(true);
  },
};
