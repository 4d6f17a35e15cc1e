/** What a client costs that looks at a screen and does nothing. */
import type { ClientProcess } from "./clientProcess";
import { megabytes, rowWithGoal, type Row } from "./results";
import type { BenchServer } from "./server";

const CONNECTIONS = 2_000;
const MOST_BYTES = 400 * 1024 * 1024;

export async function idle(
  server: BenchServer,
  clients: ClientProcess,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("idle@example.com");
  await clients.ask({ type: "prepare", url, token, jobs: 20 });
  const before = server.memory();
  await clients.ask({ type: "idle", connections: CONNECTIONS });
  const with_ = server.memory();
  await clients.ask({ type: "leave" });
  const each = (with_ - before) / CONNECTIONS / 1024;
  return [
    rowWithGoal(
      `Memory with ${CONNECTIONS.toLocaleString("en-US")} idle connections`,
      `${megabytes(with_)} in all, ${each.toFixed(0)} kB each (${megabytes(before)} without)`,
      { goal: `< ${megabytes(MOST_BYTES)}`, isMet: with_ < MOST_BYTES },
    ),
  ];
}
