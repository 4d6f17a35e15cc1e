/**
 * Consistency after the server was killed: accounts, uploads with tickets, related documents of several tables,
 * and what a person deletes, restores, undoes and sends twice. The
 * runtime's guarantees are tested in packages/embedded-convex/tests/crash.
 */
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { storageViolations } from "../packages/embedded-convex/tests/crash/check";
import { after } from "../packages/embedded-convex/tests/crash/kills";
import { freePort, RestartedServer } from "../packages/embedded-convex/tests/crash/server";
import { isDone, readStoredState } from "../packages/embedded-convex/tests/crash/storedState";
import { TrafficEvents } from "../packages/embedded-convex/tests/crash/trafficEvents";
import { connect } from "../packages/embedded-convex/tests/fuzz/controlClient";
import { eventually } from "../packages/embedded-convex/tests/support/eventually";
import { randomFrom } from "../packages/embedded-convex/tests/support/random";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";
import { accountViolations, workspaceViolations } from "./crash/check";
import { Ledger } from "./crash/ledger";
import { Work } from "./crash/work";
import { buildServer, runBuiltServer } from "./support/builtServer";
import { browserAt, createAccount, signUp } from "./support/people";

const KILLS = 6;
/**
 * A new name reaches 50 jobs in the mutation and 50 with each scheduled function: two of them, the second scheduled by
 * the first.
 */
const JOBS_OF_REGULAR = 101;
const DAY_MS = 24 * 60 * 60 * 1000;
/** More than one batch of an undo. */
const PAIRS = 60;
/**
 * Each operation has a watchdog a minute later. In a run that takes longer, the last of them are due after the work, up
 * to a minute and the ten seconds in which isDone expects them.
 */
const DONE_WITHIN_MS = 90_000;

const mutation = (name: string) => makeFunctionReference<"mutation">(name);

beforeAll(buildServer);

it("keeps accounts, photos and related documents whole when the server is killed", async () => {
  const dataDir = temporaryFolder();
  const random = randomFrom(20_260_314);
  const server = new RestartedServer(runBuiltServer, dataDir, await freePort(random));
  onTestFinished(() => server.dispose());
  server.start();
  await server.ready();
  const person = await signUp(server.url, "owner@example.com");
  const client = connect(server.url, person);
  onTestFinished(() => client.close());
  const ledger = new Ledger(person.id);
  await createRegular(client, ledger);

  const events = new TrafficEvents();
  const work = new Work({ client, ledger, random, events });
  const working = work.run();
  const signingUp = signUps(server.url, ledger, () => work.isStopped);
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % 2 === 0) {
      const nth = random.between(1, 12);
      await new Promise<void>((resolve) =>
        events.at("uploading", nth, () => {
          server.kill();
          resolve();
        }),
      );
    } else {
      await after(random.between(0, 1_500));
      server.kill();
    }
    await server.ended();
    server.start();
    await server.ready();
    await work.repeatAnswered();
  }
  work.isStopped = true;
  await Promise.all([working, signingUp]);
  await eventually(() => isDone(readStoredState(dataDir)) || null, DONE_WITHIN_MS, 100);
  expect(violations()).toEqual([]);
  expect(ledger.brokenUploads).toBeGreaterThan(0);
  expect(ledger.answered.length).toBeGreaterThan(KILLS);
  expect(ledger.jobs.size).toBeGreaterThan(JOBS_OF_REGULAR);
  expect(await work.downloadViolations()).toEqual([]);

  // Files of broken uploads are deleted after a day.
  await server.stop();
  server.start(clockAhead(2));
  await server.ready();
  await eventually(() => orphanedFiles() === 0 || null, 30_000, 100);
  // A merge that was interrupted blocks nothing after a start.
  expect(await work.mergedPairs()).toEqual([]);

  // The undo of a run is carried through, once it has begun.
  await work.beginToUndoAMerge(PAIRS);
  server.kill();
  await server.ended();
  server.start(clockAhead(3));
  await server.ready();
  expect(await work.customersOfPairs()).toBe(2 * PAIRS);
  await server.stop();
  expect(violations()).toEqual([]);

  function violations(): string[] {
    const state = readStoredState(dataDir);
    return [
      ...server.faults,
      ...state.damage,
      ...storageViolations(state),
      ...accountViolations(dataDir, ledger.accounts),
      ...workspaceViolations(ledger, state),
    ];
  }

  function orphanedFiles(): number {
    const state = readStoredState(dataDir);
    const used = state.rows("files").filter(({ uses }) => uses !== 0);
    const counts = ["files", "_storage", "_storage_blobs"].map((table) => state.rows(table).length);
    return Math.max(...counts, state.blobs.size) - used.length;
  }
}, 360_000);

/** Moves the server's clock, for what happens after a time. */
function clockAhead(days: number): string[] {
  const code = `const now = Date.now; Date.now = () => now() + ${days * DAY_MS};`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}

async function createRegular(client: ConvexClient, ledger: Ledger): Promise<void> {
  await client.mutation(mutation("inventorySeed:seedDefaults"), {});
  ledger.regular.id = (await client.mutation(mutation("customers:create"), {
    customer_name: ledger.regular.name,
  })) as string;
  const colors = (await client.query(
    makeFunctionReference<"query">("inventory:listColors"),
    {},
  )) as { colorNumber: string }[];
  ledger.color = colors[0]!.colorNumber;
  await Promise.all(
    Array.from({ length: JOBS_OF_REGULAR }, async (_, at) => {
      const job_address = `${at} Regular St`;
      const job = { job_customer_id: ledger.regular.id, job_address };
      const id = (await client.mutation(mutation("jobs:create"), job)) as string;
      ledger.jobs.set(job_address, { id, photo: null });
    }),
  );
}

/** Every accepted sign-up goes into the ledger. A sign-up without a response may have created the account. */
async function signUps(url: string, ledger: Ledger, isStopped: () => boolean): Promise<void> {
  for (let at = 0; !isStopped(); at += 1) {
    const email = `person${at}@example.com`;
    const reply = await createAccount(browserAt(url), { email }).catch(() => null);
    if (reply?.status === 200) ledger.accounts.add(email);
    await after(200);
  }
}
