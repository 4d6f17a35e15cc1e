/**
 * Consistency after the server was killed: accounts, uploads with tickets, and related documents of several tables. The
 * runtime's guarantees are tested in packages/embedded-convex/tests/crash.
 */
import { createHash } from "node:crypto";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { storageViolations } from "../packages/embedded-convex/tests/crash/check";
import { after } from "../packages/embedded-convex/tests/crash/kills";
import {
  freePort,
  RestartedServer,
} from "../packages/embedded-convex/tests/crash/server";
import {
  isDone,
  readStoredState,
} from "../packages/embedded-convex/tests/crash/storedState";
import { TrafficEvents } from "../packages/embedded-convex/tests/crash/trafficEvents";
import { photo, upload } from "../packages/embedded-convex/tests/crash/upload";
import { connect } from "../packages/embedded-convex/tests/fuzz/controlClient";
import { eventually } from "../packages/embedded-convex/tests/support/eventually";
import {
  randomFrom,
  type Random,
} from "../packages/embedded-convex/tests/support/random";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";
import { accountViolations, workspaceViolations } from "./crash/check";
import { Ledger } from "./crash/ledger";
import { buildServer, runBuiltServer } from "./support/builtServer";
import { browserAt, createAccount, signUp } from "./support/people";

const KILLS = 6;
/**
 * A new name reaches 200 jobs in the mutation and 200 with each scheduled function: two of them, the second scheduled
 * by the first.
 */
const JOBS_OF_REGULAR = 401;
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;
/** Moves the server's clock, for what is deleted after a time. */
const TWO_DAYS_LATER = `data:text/javascript,${encodeURIComponent(
  `const now = Date.now; Date.now = () => now() + ${TWO_DAYS_MS};`,
)}`;

const mutation = (name: string) => makeFunctionReference<"mutation">(name);

beforeAll(buildServer);

it("keeps accounts, photos and related documents whole when the server is killed", async () => {
  const dataDir = temporaryFolder();
  const random = randomFrom(20_260_314);
  const server = new RestartedServer(
    runBuiltServer,
    dataDir,
    await freePort(random),
  );
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
  }
  work.isStopped = true;
  await Promise.all([working, signingUp]);
  await eventually(() => isDone(readStoredState(dataDir)) || null, 30_000, 100);
  expect(violations()).toEqual([]);
  expect(ledger.brokenUploads).toBeGreaterThan(0);
  expect(ledger.jobs.size).toBeGreaterThan(JOBS_OF_REGULAR);
  expect(await work.downloadViolations()).toEqual([]);

  // Files of broken uploads are deleted after a day.
  await server.stop();
  server.start(["--import", TWO_DAYS_LATER]);
  await server.ready();
  await eventually(() => orphanedFiles() === 0 || null, 30_000, 100);
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
    const counts = ["files", "_storage", "_storage_blobs"].map(
      (table) => state.rows(table).length,
    );
    return Math.max(...counts, state.blobs.size) - used.length;
  }
}, 240_000);

async function createRegular(
  client: ConvexClient,
  ledger: Ledger,
): Promise<void> {
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
      const id = (await client.mutation(
        mutation("jobs:create"),
        job,
      )) as string;
      ledger.jobs.set(job_address, { id, photo: null });
    }),
  );
}

/** Every accepted sign-up goes into the ledger. A sign-up without a response may have created the account. */
async function signUps(
  url: string,
  ledger: Ledger,
  isStopped: () => boolean,
): Promise<void> {
  for (let at = 0; !isStopped(); at += 1) {
    const email = `person${at}@example.com`;
    const reply = await createAccount(browserAt(url), { email }).catch(
      () => null,
    );
    if (reply?.status === 200) ledger.accounts.add(email);
    await after(200);
  }
}

class Work {
  isStopped = false;
  readonly #o: {
    readonly client: ConvexClient;
    readonly ledger: Ledger;
    readonly random: Random;
    readonly events: TrafficEvents;
  };

  constructor(
    options: Readonly<{
      client: ConvexClient;
      ledger: Ledger;
      random: Random;
      events: TrafficEvents;
    }>,
  ) {
    this.#o = options;
  }

  async run(): Promise<void> {
    await Promise.all([
      this.#repeat((at) => this.#addJob(at)),
      this.#repeat(() => this.#addStock()),
      this.#repeat(() => this.#rename()),
    ]);
  }

  async downloadViolations(): Promise<string[]> {
    const ids = [...this.#o.ledger.uploads.keys()].slice(0, 100);
    const urls = (await this.#o.client.query(
      makeFunctionReference<"query">("files:getUrls"),
      { ids },
    )) as (string | null)[];
    const found: string[] = [];
    for (const [at, url] of urls.entries()) {
      const id = ids[at]!;
      const response = url === null ? null : await fetch(url);
      const bytes = Buffer.from(
        (await response?.arrayBuffer()) ?? new ArrayBuffer(0),
      );
      if (sha256Of(bytes) !== this.#o.ledger.uploads.get(id))
        found.push(`The download of ${id} differs from the upload.`);
    }
    return found;
  }

  /** Every request is valid, so every error is a violation. */
  async #repeat(step: (at: number) => Promise<void>): Promise<void> {
    for (let at = 0; !this.isStopped; at += 1) {
      try {
        await step(at);
      } catch (error) {
        this.#o.ledger.errors.push(String(error));
        return;
      }
      await after(this.#o.random.between(0, 12));
    }
  }

  async #addJob(at: number): Promise<void> {
    const { client, ledger, random, events } = this.#o;
    const job_address = `${at} Elm St`;
    const id = (await client.mutation(mutation("jobs:create"), {
      customer: { customer_name: `Customer ${at}` },
      job_address,
    })) as string;
    ledger.jobs.set(job_address, { id, photo: null });
    const url = (await client.mutation(
      mutation("jobs:generateUploadUrl"),
      {},
    )) as string;
    const bytes = photo(random);
    const response = await upload(url, bytes, events);
    if (response === null) {
      ledger.brokenUploads += 1;
      return;
    }
    if (response.status !== 200) throw new Error(response.body);
    const { storageId } = JSON.parse(response.body) as { storageId: string };
    ledger.uploads.set(storageId, sha256Of(bytes));
    const fileIds = [storageId];
    const field = "job_photo_estimate";
    await client.mutation(mutation("jobs:addFiles"), { id, field, fileIds });
    ledger.jobs.set(job_address, { id, photo: storageId });
  }

  async #addStock(): Promise<void> {
    const { client, ledger } = this.#o;
    const args = { colorNumber: ledger.color, delta: 1 };
    await client.mutation(mutation("inventory:adjustColorQuantity"), args);
    ledger.stock += 1;
  }

  async #rename(): Promise<void> {
    const { regular } = this.#o.ledger;
    const customer_name = `Regular ${regular.renames + 1}`;
    const args = { customer_id: regular.id, customer_name };
    await this.#o.client.mutation(mutation("customers:update"), args);
    regular.renames += 1;
    regular.name = customer_name;
    await after(500);
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64");
}
