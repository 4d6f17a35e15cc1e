import type { ImportChoices } from "@domain/imports/normalize";
import { TableSession } from "./importSession";

/** A request to the worker. Each gets one response, in order. */
export type WorkerRequest =
  | { readonly type: "read"; readonly file: Blob }
  | { readonly type: "apply"; readonly choices: ImportChoices };

const session = new TableSession();
let last = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  last = last
    .then(async () => self.postMessage(await respond(data)))
    .catch((error: unknown) => {
      // The page gets an `error` event for an uncaught error of the worker, but none for a rejected promise.
      setTimeout(() => {
        throw error;
      });
    });
});

async function respond(request: WorkerRequest) {
  if (request.type === "apply") return session.apply(request.choices);
  return session.read(new Uint8Array(await request.file.arrayBuffer()));
}
