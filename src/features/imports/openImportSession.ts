import type { ImportSession } from "./importSession";
import type { WorkerRequest } from "./importWorker";

interface Pending {
  readonly resolve: (response: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts the worker that reads the file: on the main thread, a large file would block the page for seconds. */
export function openImportSession(): ImportSession {
  const worker = new Worker(new URL("./importWorker.ts", import.meta.url), {
    type: "module",
  });
  const pending: Pending[] = [];
  worker.addEventListener("message", ({ data }) => pending.shift()?.resolve(data as never));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    const error = new Error(`The import worker failed: ${event.message}`);
    for (const { reject } of pending.splice(0)) reject(error);
  });
  const ask = <Response>(request: WorkerRequest) =>
    new Promise<Response>((resolve, reject) => {
      pending.push({ resolve, reject });
      worker.postMessage(request);
    });
  return {
    read: (file) => ask({ type: "read", file }),
    apply: (choices) => ask({ type: "apply", choices }),
    close: () => worker.terminate(),
  };
}
