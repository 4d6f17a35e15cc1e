/** Asks each handler in its turn, sees to it that every request has an answer, and tells the log of it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { diskFaultSentence } from "../../packages/embedded-convex/src/store/diskFaults";
import { drain } from "../../packages/embedded-convex/src/http/drain";
import {
  HttpRefusal,
  pathOf,
  sendRefusal,
} from "../../packages/embedded-convex/src/http/answers";
import { errorText, type Log } from "../../packages/embedded-convex/src/log";
import type { Ending, Traffic } from "../monitoring/requestMetrics";

/** True where the request was answered. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
) => Promise<boolean>;

export interface Route {
  /** How the log calls what it answers. A function of the request must have few results. */
  readonly name: string | ((req: IncomingMessage) => string);
  readonly handler: Handler;
  /** What it cannot serve it tells the log by itself, in better words. */
  readonly tellsItself?: boolean;
}

export interface RequestsOptions {
  readonly log: Log;
  readonly traffic: Traffic;
  readonly routes: readonly Route[];
}

/** A function that throws answers with it: the failure is the function's, and is told of there. */
const FUNCTION_FAILED = 560;

export class Requests {
  readonly #options: RequestsOptions;
  readonly #inFlight = new Set<Promise<boolean>>();

  constructor(options: RequestsOptions) {
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
      this.#tell(req, res, { route, ms: performance.now() - startedAt });
      return true;
    }
    return false;
  }

  #tell(
    req: IncomingMessage,
    res: ServerResponse,
    { route, ms }: { readonly route: Route; readonly ms: number },
  ): void {
    const { log, traffic } = this.#options;
    const { statusCode: status } = res;
    const method = req.method ?? "";
    const name = typeof route.name === "string" ? route.name : route.name(req);
    traffic.count(`${method} ${name}`, ms, endingOf(status));
    const told = { method, path: tellablePath(req), status };
    log.debug("request", { ...told, ms: Math.round(ms * 100) / 100 });
    if (route.tellsItself === true) return;
    // A 500 has a line of its own, from where it went wrong.
    if (status > 500 && status !== FUNCTION_FAILED) {
      log.warn("a request could not be served", told);
    }
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    if (error instanceof HttpRefusal && !res.headersSent) {
      sendRefusal(res, error);
      drain(req);
      return;
    }
    // Who is gone cannot be answered, and going is no fault.
    if (req.destroyed && !req.complete) return;
    this.#options.log.error("a request failed", {
      path: tellablePath(req),
      error: errorText(error),
    });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const sentence =
      diskFaultSentence(error) ?? "Something went wrong on the server.";
    sendRefusal(res, new HttpRefusal(500, "InternalServerError", sentence));
    drain(req);
  }
}

/** Without the query, which may hold an invitation or the key of an upload, and without the ids that open a file. */
function tellablePath(req: IncomingMessage): string {
  return pathOf(req).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "*");
}

function endingOf(status: number): Ending {
  if (status >= 500 && status !== FUNCTION_FAILED) return "failed";
  return status >= 400 ? "refused" : "done";
}
