/** Starts bench/clients.ts in a child process and sends it commands over IPC. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Reply, Command } from "./clients";
import { processorMs, type Timed } from "./results";

export class ClientProcess {
  private readonly child: ChildProcess = fork("bench/clients.ts", {
    execArgv: ["--import", "tsx"],
  });

  async run(command: Command): Promise<Reply> {
    const settled = new AbortController();
    const { signal } = settled;
    this.child.send(command);
    try {
      const [reply] = (await Promise.race([
        once(this.child, "message", { signal }),
        once(this.child, "exit", { signal }).then(() => {
          throw new Error("The client process exited.");
        }),
      ])) as [Reply];
      return reply;
    } finally {
      settled.abort();
    }
  }

  async time(command: Command): Promise<Timed> {
    const reply = await this.run(command);
    if (!("times" in reply)) throw new Error(`${command.type} measures no times.`);
    return reply;
  }

  processorMs(): number {
    return processorMs(this.child.pid);
  }

  stop(): void {
    // A child that has failed is disconnected already.
    if (this.child.connected) this.child.disconnect();
  }
}

export async function withClients<T>(use: (clients: ClientProcess) => Promise<T>): Promise<T> {
  const clients = new ClientProcess();
  try {
    return await use(clients);
  } finally {
    clients.stop();
  }
}
