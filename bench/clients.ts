/**
 * The clients of the bench, in a process of their own: the real ConvexClient over the real socket. Does one task after another, as
 * `bench/main.ts` asks for them over IPC, and answers each with what it measured.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";

export type Task =
  | { type: "prepare"; url: string; token: string; jobs: number; day: number }
  | {
      type: "updates";
      clients: number;
      seconds: number;
      field: "jobs_price" | "job_notes";
    }
  | { type: "watch"; subscribers: number; changes: number }
  | { type: "others"; token: string; changes: number };

export type Answer =
  | { done: number }
  /** Milliseconds of each round trip, and how long all of it took. */
  | { times: number[]; elapsedMs: number };

const createJob = makeFunctionReference<
  "mutation",
  Record<string, unknown>,
  string
>("jobs:create");
const updateJob = makeFunctionReference<
  "mutation",
  { id: string; job_notes?: string; jobs_price?: number },
  null
>("jobs:update");
const jobsOfDay = makeFunctionReference<
  "query",
  { dayStart: number; dayEnd: number },
  { _id: string; job_notes?: string }[]
>("jobs:getScheduledForDay");

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let url = "";
let token = "";
let day = 0;
let ids: string[] = [];

function aClient(as = token): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
    initialAuthTokenReuse: true,
  });
  client.setAuth(() => Promise.resolve(as));
  return client;
}

async function prepare(task: Task & { type: "prepare" }): Promise<Answer> {
  ({ url, token, day } = task);
  const client = aClient();
  const creating = Array.from({ length: task.jobs }, (_, at) =>
    client.mutation(createJob, aJob(at)),
  );
  ids = await Promise.all(creating);
  await client.close();
  return { done: ids.length };
}

function aJob(at: number): Record<string, unknown> {
  return {
    customer: { customer_name: `Customer ${at}`, customer_phone: "2125550100" },
    job_address: `${at} Elm Street, Springfield`,
    // Ten visits a day, from eight in the morning on.
    job_estimate_date:
      day + Math.floor(at / 10) * DAY_MS + (8 + (at % 10)) * HOUR_MS,
    job_categories: ["Gutter cleaning"],
    jobs_price: 1200,
    job_notes: "Ladder at the back.",
  };
}

/** Each client changes a row of its own, and again as soon as it has seen the effect. */
async function updates(task: Task & { type: "updates" }): Promise<Answer> {
  const clients = Array.from({ length: task.clients }, () => aClient());
  const change = (at: number, turn: number) =>
    (clients[at] as ConvexClient).mutation(updateJob, {
      id: ids[at] as string,
      ...(task.field === "jobs_price"
        ? { jobs_price: turn + 1000 }
        : { job_notes: `Turn ${turn} of client ${at}` }),
    });
  await Promise.all(clients.map((_, at) => change(at, -1)));
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + task.seconds * 1000;
  await Promise.all(
    clients.map(async (_, at) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const askedAt = performance.now();
        await change(at, turn);
        times.push(performance.now() - askedAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return { times, elapsedMs };
}

/** Many watch one day; the time is from the asking for a change until each of them was told of it. */
async function watch(task: Task & { type: "watch" }): Promise<Answer> {
  const range = { dayStart: day, dayEnd: day + DAY_MS };
  const times: number[] = [];
  let askedAt = 0;
  let wanted = "";
  let missing = 0;
  let allSeen: () => void = () => undefined;
  const [changedId] = ids as [string];
  const watchers = Array.from({ length: task.subscribers }, () => aClient());
  await Promise.all(
    watchers.map(
      (client) =>
        new Promise<void>((resolve) => {
          client.onUpdate(jobsOfDay, range, (jobs) => {
            resolve();
            const changed = jobs.find(({ _id }) => _id === changedId);
            if (wanted === "" || changed?.job_notes !== wanted) return;
            times.push(performance.now() - askedAt);
            missing -= 1;
            if (missing === 0) allSeen();
          });
        }),
    ),
  );
  const client = aClient();
  const startedAt = performance.now();
  for (let change = 0; change < task.changes; change += 1) {
    const seen = new Promise<void>((resolve) => (allSeen = resolve));
    missing = task.subscribers;
    wanted = `Change ${change}`;
    askedAt = performance.now();
    await client.mutation(updateJob, { id: changedId, job_notes: wanted });
    await seen;
  }
  const elapsedMs = performance.now() - startedAt;
  keptOpen = [client, ...watchers];
  return { times, elapsedMs };
}

let keptOpen: ConvexClient[] = [];

/** Changes in another workspace, while the watchers of the last task are still there. */
async function others(task: Task & { type: "others" }): Promise<Answer> {
  const client = aClient(task.token);
  for (let change = 0; change < task.changes; change += 1) {
    await client.mutation(createJob, aJob(change));
  }
  await Promise.all([client, ...keptOpen].map((one) => one.close()));
  keptOpen = [];
  return { done: task.changes };
}

function perform(task: Task): Promise<Answer> {
  switch (task.type) {
    case "prepare":
      return prepare(task);
    case "updates":
      return updates(task);
    case "watch":
      return watch(task);
    case "others":
      return others(task);
  }
}

process.on("message", (task: Task) => {
  perform(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
