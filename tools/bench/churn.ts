/** The memory of a server while a client subscribes to a million queries and unsubscribes from them. */
import { once } from "node:events";
import { WebSocket } from "ws";
import type { ClientProcess } from "../../bench/clientProcess";
import { megabytes, rowWithGoal, type Row } from "../../bench/results";
import type { BenchServer } from "../../bench/server";

/** The server's options: garbage is collected through V8's inspector. */
export const INSPECTED = ["--inspect=127.0.0.1:0"];

const SUBSCRIPTIONS = 1_000_000;
const STEP = 100_000;

/** The limit of the last sample, as a multiple of the first: by then code is compiled and caches are full. */
const MAX_GROWTH = 1.1;

export async function churn(server: BenchServer, clients: ClientProcess): Promise<Row[]> {
  const { url } = server;
  const { fetchToken } = await server.signUp("churn@example.com");
  const inspector = new WebSocket(server.inspectorUrl);
  await once(inspector, "open");
  const heaps: number[] = [];
  const resident: number[] = [];
  for (let from = 0; from < SUBSCRIPTIONS; from += STEP) {
    // A token is accepted for 15 minutes.
    const token = await fetchToken();
    const until = from + STEP;
    await clients.run({ type: "churn", url, token, from, until });
    heaps.push(await heapAfterCollection(inspector));
    resident.push(server.memory());
  }
  inspector.close();
  const growth = (heaps.at(-1) ?? NaN) / (heaps[0] ?? NaN);
  const list = (sizes: readonly number[]) => sizes.map(megabytes).join(", ");
  return [
    rowWithGoal(
      `Memory at each ${STEP.toLocaleString("en-US")} of ${SUBSCRIPTIONS.toLocaleString("en-US")} subscriptions that ended`,
      `heap ${list(heaps)}: ${growth.toFixed(2)} times; resident ${list(resident)}`,
      { goal: `heap <= ${MAX_GROWTH} times`, isMet: growth <= MAX_GROWTH },
    ),
  ];
}

/** The used bytes of the heap after a full garbage collection. */
async function heapAfterCollection(inspector: WebSocket): Promise<number> {
  const call = async (method: string) => {
    inspector.send(JSON.stringify({ id: 1, method }));
    const [reply] = (await once(inspector, "message")) as [Buffer];
    return JSON.parse(reply.toString()) as { result: { usedSize: number } };
  };
  await call("HeapProfiler.collectGarbage");
  const { result } = await call("Runtime.getHeapUsage");
  return result.usedSize;
}
