/** How soon all subscribers of a day receive a change, and that other workspaces' queries are not rerun. */
import type { ClientProcess } from "./clientProcess";
import { percentile, row, rowWithGoal, type Row } from "./results";
import type { BenchServer } from "./server";

/** The goal is the 99th percentile. */
const GOALS = [
  { subscribers: 1, goalMs: null },
  { subscribers: 200, goalMs: 25 },
  { subscribers: 1000, goalMs: 80 },
] as const;

const CHANGES = 200;

export async function live(server: BenchServer, clients: ClientProcess): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("live@example.com");
  const other = await server.signUp("elsewhere@example.com");
  await clients.run({ type: "prepare", url, token, jobs: 50 });
  const rows: Row[] = [];
  let ofOne = Number.NaN;
  for (const { subscribers, goalMs } of GOALS) {
    await clients.run({ type: "subscribe", subscribers });
    const processes = [server, clients];
    const before = processes.map((process) => process.processorMs());
    const { times } = await clients.time({ type: "change", changes: CHANGES });
    const [ofServer = 0, ofClients = 0] = processes.map(
      (process, at) => (process.processorMs() - (before[at] ?? 0)) / CHANGES,
    );
    const p99 = percentile(times, 99);
    if (subscribers === 1) ofOne = p99;
    const what = `A change received by ${subscribers} subscribers of its day`;
    const figure = `median ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / ofOne).toFixed(1)} times the one of 1; of the processor, the server needs ${ofServer.toFixed(1)} ms and the subscribers ${ofClients.toFixed(1)} ms`;
    rows.push(
      goalMs === null
        ? row(what, figure)
        : rowWithGoal(what, figure, {
            goal: `p99 <= ${goalMs} ms`,
            isMet: p99 <= goalMs,
          }),
    );
  }
  const runsBefore = await server.queryRuns();
  await clients.run({
    type: "otherWorkspace",
    token: other.token,
    changes: 100,
  });
  const reruns = (await server.queryRuns()) - runsBefore;
  rows.push(
    rowWithGoal("Queries rerun by 100 commits of another workspace", String(reruns), {
      goal: "0",
      isMet: reruns === 0,
    }),
  );
  return rows;
}
