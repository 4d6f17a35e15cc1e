/** The memory of idle connections with one subscription. */
import type { ClientProcess } from "../../bench/clientProcess";
import { megabytes, rowWithGoal, type Row } from "../../bench/results";
import type { BenchServer } from "../../bench/server";

const CONNECTIONS = 2_000;
const MAX_BYTES = 150 * 1024 * 1024;

export async function idle(server: BenchServer, clients: ClientProcess): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("idle@example.com");
  await clients.run({ type: "prepare", url, token, jobs: 20 });
  const before = server.memory();
  await clients.run({ type: "idle", connections: CONNECTIONS });
  const after = server.memory();
  await clients.run({ type: "close" });
  const each = (after - before) / CONNECTIONS / 1024;
  return [
    rowWithGoal(
      `Memory with ${CONNECTIONS.toLocaleString("en-US")} idle connections`,
      `${megabytes(after)} in total, ${each.toFixed(0)} kB each (${megabytes(before)} without)`,
      { goal: `< ${megabytes(MAX_BYTES)}`, isMet: after < MAX_BYTES },
    ),
  ];
}
