/** The clients' process, seen from the one that waits for it. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Answer, Task } from "./clients";
import type { Timed } from "./results";

export class ClientProcess {
  private readonly child: ChildProcess = fork("bench/clients.ts", {
    execArgv: ["--import", "tsx"],
  });

  async ask(task: Task): Promise<Answer> {
    const settled = new AbortController();
    const { signal } = settled;
    this.child.send(task);
    try {
      const [answer] = (await Promise.race([
        once(this.child, "message", { signal }),
        once(this.child, "exit", { signal }).then(() => {
          throw new Error("The clients ended.");
        }),
      ])) as [Answer];
      return answer;
    } finally {
      settled.abort();
    }
  }

  async time(task: Task): Promise<Timed> {
    const answer = await this.ask(task);
    if (!("times" in answer)) throw new Error("The clients measured nothing.");
    return answer;
  }

  stop(): void {
    this.child.disconnect();
  }
}

export async function withClients<T>(
  use: (clients: ClientProcess) => Promise<T>,
): Promise<T> {
  const clients = new ClientProcess();
  try {
    return await use(clients);
  } finally {
    clients.stop();
  }
}
