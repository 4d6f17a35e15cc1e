/**
 * The clients of the bench, in a separate process: unmodified ConvexClients over WebSockets, and the subscribers of
 * bench/subscriber.ts where many receive one change. Runs the commands that bench/clientProcess.ts sends over IPC one
 * after another, and replies with what it measured.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { aJob, DAY_MS, FIRST_DAY } from "./jobs";
import { subscribe } from "./subscriber";
import { asJpeg } from "../tests/support/images";
import type { Timed } from "./results";

type Target = { url: string; token: string };

export type Command =
  /** Fills a new workspace, which the following commands use. */
  | ({ type: "prepare"; jobs: number } & Target)
  | {
      type: "updates";
      clients: number;
      seconds: number;
      field: "jobs_price" | "job_notes";
    }
  | { type: "exchanges"; url: string; clients: number; seconds: number }
  | { type: "subscribe"; subscribers: number }
  | { type: "change"; changes: number }
  | { type: "otherWorkspace"; token: string; changes: number }
  | { type: "idle"; connections: number }
  | ({ type: "churn"; from: number; until: number } & Target)
  | { type: "uploads"; parallel: number; photos: number; bytes: number }
  /** Closes the clients that an earlier command left open. */
  | { type: "close" };

export type Reply = { done: number } | Timed;

const createJob = makeFunctionReference<"mutation", Record<string, unknown>, string>("jobs:create");
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
const newUploadUrl = makeFunctionReference<"mutation", Record<string, never>, string>(
  "jobs:generateUploadUrl",
);

let url = "";
let token = "";
let ids: string[] = [];
let openClients: { close(): unknown }[] = [];

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

/** Mutations or connections started together: the Convex client reconnects and resends if responses take too long. */
const BATCH_SIZE = 250;

async function prepare(command: Target & { jobs: number }): Promise<Reply> {
  ids = [];
  ({ url, token } = command);
  const client = aClient();
  while (ids.length < command.jobs) {
    const from = ids.length;
    const count = Math.min(BATCH_SIZE, command.jobs - from);
    const creating = Array.from({ length: count }, (_, at) =>
      client.mutation(createJob, aJob(from + at)),
    );
    ids.push(...(await Promise.all(creating)));
  }
  await client.close();
  return { done: ids.length };
}

/** Each client updates a different row, again and again, each time after the response. */
async function updates(command: Command & { type: "updates" }): Promise<Reply> {
  const clients = Array.from({ length: command.clients }, () => aClient());
  const change = (client: ConvexClient, at: number, turn: number) =>
    client.mutation(updateJob, {
      id: idAt(at),
      ...(command.field === "jobs_price"
        ? { jobs_price: turn + 1000 }
        : { job_notes: `Turn ${turn} of client ${at}` }),
    });
  await Promise.all(clients.map((client, at) => change(client, at, -1)));
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + command.seconds * 1000;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const sentAt = performance.now();
        await change(client, at, turn);
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return { times, elapsedMs };
}

/** As long as a mutation's message. */
const EXCHANGED = "x".repeat(300);

/** Each client sends a message, again and again, each time after the response. */
async function exchanges(command: Command & { type: "exchanges" }): Promise<Reply> {
  const times: number[] = [];
  const sockets = Array.from(
    { length: command.clients },
    () => new WebSocket(command.url, { perMessageDeflate: false }),
  );
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const startedAt = performance.now();
  const until = startedAt + command.seconds * 1000;
  await Promise.all(
    sockets.map(async (socket) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const sentAt = performance.now();
        socket.send(`${turn} ${EXCHANGED}`);
        await once(socket, "message");
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  for (const socket of sockets) socket.close();
  return { times, elapsedMs };
}

let subscribers = 0;
/** Called with each result that a subscriber receives. */
let onResult: (message: Buffer) => void = () => undefined;

/** Many clients subscribe to one day. */
async function subscribeToDay(command: Command & { type: "subscribe" }): Promise<Reply> {
  await closeClients();
  ({ subscribers } = command);
  const subscription = {
    url,
    token,
    udfPath: "jobs:getScheduledForDay",
    args: { dayStart: FIRST_DAY, dayEnd: FIRST_DAY + DAY_MS },
  };
  openClients = await Promise.all(
    Array.from({ length: subscribers }, () =>
      subscribe(subscription, (message) => onResult(message)),
    ),
  );
  return { done: subscribers };
}

/** A time is from the call of a mutation until the socket of one of the subscribers has received the new result. */
async function changeDay(command: Command & { type: "change" }): Promise<Reply> {
  const client = aClient();
  const times: number[] = [];
  const change = (note: string) => client.mutation(updateJob, { id: idAt(0), job_notes: note });
  await change("Connected");
  const startedAt = performance.now();
  for (let turn = 0; turn < command.changes; turn += 1) {
    const note = `Change ${turn} for ${subscribers}`;
    const sentAt = performance.now();
    const received = new Promise<void>((resolve) => {
      let pending = subscribers;
      onResult = (message) => {
        const elapsedMs = performance.now() - sentAt;
        if (!message.includes(note)) return;
        times.push(elapsedMs);
        pending -= 1;
        if (pending === 0) resolve();
      };
    });
    await change(note);
    await received;
  }
  const elapsedMs = performance.now() - startedAt;
  await client.close();
  return { times, elapsedMs };
}

/** Commits in another workspace while the subscribers are still connected. */
async function otherWorkspace(command: Command & { type: "otherWorkspace" }): Promise<Reply> {
  const client = aClient(command.token);
  for (let change = 0; change < command.changes; change += 1) {
    await client.mutation(createJob, aJob(change));
  }
  await client.close();
  await closeClients();
  return { done: command.changes };
}

/** Each client subscribes to a day, like an open screen, and stays idle. */
async function idle(command: Command & { type: "idle" }): Promise<Reply> {
  await closeClients();
  const range = { dayStart: FIRST_DAY, dayEnd: FIRST_DAY + DAY_MS };
  for (let at = 0; at < command.connections; at += BATCH_SIZE) {
    const clients = Array.from({ length: Math.min(BATCH_SIZE, command.connections - at) }, () =>
      aClient(),
    );
    openClients.push(...clients);
    await Promise.all(
      clients.map(
        (client) =>
          new Promise<void>((resolve) => {
            client.onUpdate(jobsOfDay, range, () => resolve());
          }),
      ),
    );
  }
  return { done: openClients.length };
}

/** Subscribes to a different day each time, always without jobs, and unsubscribes from it. */
async function churn(command: Command & { type: "churn" }): Promise<Reply> {
  ({ url, token } = command);
  const client = aClient();
  const subscribe = (at: number) =>
    new Promise<() => void>((resolve) => {
      const dayStart = at * DAY_MS;
      const range = { dayStart, dayEnd: dayStart + DAY_MS };
      const unsubscribe = client.onUpdate(jobsOfDay, range, () => resolve(() => unsubscribe()));
    });
  for (let at = command.from; at < command.until; at += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, command.until - at);
    const subscribing = Array.from({ length: count }, (_, more) => subscribe(at + more));
    for (const unsubscribe of await Promise.all(subscribing)) unsubscribe();
  }
  await client.close();
  return { done: command.until - command.from };
}

/** `fetch` needs several times as much of the processor for a body of this size. */
async function post(target: string, photo: Buffer): Promise<void> {
  const headers = { "content-type": "image/jpeg" };
  const sending = request(target, { method: "POST", headers });
  sending.end(photo);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
}

async function uploads(command: Command & { type: "uploads" }): Promise<Reply> {
  const client = aClient();
  const photo = asJpeg(randomBytes(command.bytes));
  const times: number[] = [];
  let left = command.photos;
  const startedAt = performance.now();
  const uploadPhotos = async () => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      const target = await client.mutation(newUploadUrl, {});
      await post(target, photo);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: command.parallel }, uploadPhotos));
  const elapsedMs = performance.now() - startedAt;
  await client.close();
  return { times, elapsedMs };
}

async function closeClients(): Promise<Reply> {
  const clients = openClients;
  openClients = [];
  await Promise.all(clients.map((client) => client.close()));
  return { done: clients.length };
}

function idAt(at: number): string {
  const id = ids[at];
  if (id === undefined) throw new Error(`There is no job ${at}.`);
  return id;
}

function perform(command: Command): Promise<Reply> {
  switch (command.type) {
    case "prepare":
      return prepare(command);
    case "updates":
      return updates(command);
    case "exchanges":
      return exchanges(command);
    case "subscribe":
      return subscribeToDay(command);
    case "change":
      return changeDay(command);
    case "otherWorkspace":
      return otherWorkspace(command);
    case "idle":
      return idle(command);
    case "churn":
      return churn(command);
    case "uploads":
      return uploads(command);
    case "close":
      return closeClients();
  }
}

process.on("message", (command: Command) => {
  perform(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
