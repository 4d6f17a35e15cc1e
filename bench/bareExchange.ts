/** Measures bench/bareServer.ts: the yardstick for the processor time of a mutation. */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { ClientProcess } from "./clientProcess";
import { processorMs } from "./results";
import { inFolder } from "./server";

/** Milliseconds of the server's processor for one exchange. */
export async function bareExchangeMs(
  clients: ClientProcess,
  count: number,
  seconds: number,
): Promise<number> {
  return await inFolder(async (folder) => {
    const server = fork("bench/bareServer.ts", [folder], {
      execArgv: ["--import", "tsx"],
    });
    const [port] = (await once(server, "message")) as [number];
    const exchanges = async (forSeconds: number) => {
      const before = processorMs(server.pid);
      const { times } = await clients.time({
        type: "exchanges",
        url: `ws://127.0.0.1:${port}`,
        clients: count,
        seconds: forSeconds,
      });
      return (processorMs(server.pid) - before) / times.length;
    };
    // Warms up until the code is compiled.
    await exchanges(seconds / 4);
    const ms = await exchanges(seconds);
    server.disconnect();
    await once(server, "exit");
    return ms;
  });
}
