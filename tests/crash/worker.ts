import { createHash } from "node:crypto";
/**
 * A client that stays: the real ConvexClient of one person, doing a few things at a time, each lane with jobs of its own.
 *
 * What it does is drawn from its own seeded generator. What it is told goes into the ledger; nothing that it asks for is wrong,
 * so every refusal is a fault. It knows nothing of kills.
 */
import { ConvexClient } from "convex/browser";
import type { FunctionReference, OptionalRestArgs } from "convex/server";
import { oneOf, wholeNumber, type Random } from "../../domain/random";
import type { Person } from "../support/people";
import * as functions from "./functions";
import { refusalText, type JobRecord, type Ledger } from "./ledger";
import type { Moments } from "./moments";
import { countingSocket, type Traffic } from "./traffic";
import { photo, post } from "./upload";

export interface WorkerParts {
  readonly name: string;
  readonly url: string;
  readonly person: Person;
  readonly ledger: Ledger;
  /** The same for the same label, in every run of the same seed. */
  readonly randomOf: (label: string) => Random;
  readonly traffic: Traffic;
  readonly moments: Moments;
  /** Whether it is the one that renames the person's regular customer. */
  readonly renames: boolean;
}

const LANES = 3;
const MOST_JOBS = 6;
export interface OpenClient {
  readonly client: ConvexClient;
  /**
   * The server knows who it is. As the product does, nothing is asked for before: a client whose line breaks while it fetches
   * its first token comes back as nobody.
   */
  readonly signedIn: Promise<void>;
}

export function openClient(
  parts: Pick<WorkerParts, "url" | "person" | "traffic" | "moments">,
): OpenClient {
  const client = new ConvexClient(parts.url, {
    webSocketConstructor: countingSocket(parts.traffic, parts.moments),
    logger: false,
    unsavedChangesWarning: false,
  });
  const signedIn = new Promise<void>((resolve) => {
    client.setAuth(parts.person.fetchToken, (isSignedIn) => {
      if (isSignedIn) resolve();
    });
  });
  return { client, signedIn };
}

export class Worker {
  readonly #open: OpenClient;
  readonly #lanes: Lane[];

  constructor(parts: WorkerParts) {
    this.#open = openClient(parts);
    const { client } = this.#open;
    this.#lanes = Array.from(
      { length: LANES },
      (_, at) => new Lane(client, parts, at),
    );
  }

  /** Goes on until told to stop, and then until everything that it asked for was answered. */
  async run(isGoing: () => boolean): Promise<void> {
    await this.#open.signedIn;
    await Promise.all(this.#lanes.map((lane) => lane.run(isGoing)));
  }

  close(): Promise<void> {
    return this.#open.client.close();
  }
}

class Lane {
  readonly #jobs: JobRecord[] = [];
  /** What this lane alone put into each color, and may take off again without asking whether it is there. */
  readonly #own = new Map<string, number>();
  readonly #random: Random;
  readonly #name: string;
  #made = 0;

  constructor(
    private readonly client: ConvexClient,
    private readonly parts: WorkerParts,
    private readonly at: number,
  ) {
    this.#name = `${parts.name}.${at}`;
    this.#random = parts.randomOf(this.#name);
  }

  async run(isGoing: () => boolean): Promise<void> {
    const { ledger } = this.parts;
    while (isGoing()) {
      try {
        await this.#step();
      } catch (error) {
        ledger.refusals.push(`${this.#name}: ${refusalText(error)}`);
        return;
      }
      await new Promise((resolve) =>
        setTimeout(resolve, wholeNumber(this.#random, 0, 12)),
      );
    }
  }

  #step(): Promise<void> {
    const random = this.#random;
    if (this.parts.renames && this.at === 0 && random() < 0.1)
      return this.#rename();
    if (this.#jobs.length === 0) return this.#create();
    const job = oneOf(random, this.#jobs as [JobRecord, ...JobRecord[]]);
    const drawn = random();
    if (drawn < 0.35) return this.#adjust();
    if (drawn < 0.55) return this.#write(job);
    if (drawn < 0.7) return this.#addPhoto(job);
    if (drawn < 0.8 && job.photos.size > 0) return this.#removePhoto(job);
    return this.#jobs.length >= MOST_JOBS || drawn > 0.93
      ? this.#delete(job)
      : this.#create();
  }

  #ask<Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    ...args: OptionalRestArgs<Mutation>
  ): Promise<Mutation["_returnType"]> {
    return this.client.mutation(mutation, args[0] ?? {});
  }

  async #create(): Promise<void> {
    this.#made += 1;
    const address = `${this.#name} street ${this.#made}`;
    const job = this.parts.ledger.job(address);
    job.id = await this.#ask(functions.createJob, {
      customer: { customer_name: `Customer of ${address}` },
      job_address: address,
      job_notes: job.notes,
      job_estimate_date: functions.DAY,
    });
    job.state = "there";
    this.#jobs.push(job);
  }

  async #write(job: JobRecord): Promise<void> {
    const notes = `Visit ${wholeNumber(this.#random, 1, 1_000_000)}`;
    await this.#ask(functions.updateJob, { id: job.id, job_notes: notes });
    job.notes = notes;
  }

  async #delete(job: JobRecord): Promise<void> {
    await this.#ask(functions.deleteJob, { id: job.id });
    job.state = "gone";
    job.photos.clear();
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
  }

  async #adjust(): Promise<void> {
    const { ledger } = this.parts;
    const colorNumber = oneOf(this.#random, ledger.colors);
    const number = ledger.nextNumber(colorNumber);
    const own = this.#own.get(colorNumber) ?? 0;
    const delta = number <= own && this.#random() < 0.6 ? -number : number;
    const movement = ledger.movement(colorNumber, delta);
    const value = await this.#ask(functions.adjustColorQuantity, {
      colorNumber,
      delta,
    });
    movement.outcome = { state: "acknowledged", value };
    this.#own.set(colorNumber, own + delta);
  }

  async #addPhoto(job: JobRecord): Promise<void> {
    const { ledger, moments } = this.parts;
    const bytes = photo(this.#random);
    const url = await this.#ask(functions.generateUploadUrl);
    const answer = await post(url, bytes, moments);
    if (answer === null) {
      ledger.brokenUploads += 1;
      return;
    }
    if (answer.status !== 200)
      throw new Error(`Upload: ${answer.status} ${answer.body}`);
    const { storageId } = JSON.parse(answer.body) as { storageId: string };
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    ledger.uploads.set(storageId, sha256);
    await this.#ask(functions.addFiles, {
      id: job.id,
      field: "job_photo_estimate",
      fileIds: [storageId],
    });
    job.photos.add(storageId);
  }

  async #removePhoto(job: JobRecord): Promise<void> {
    const [fileId = ""] = job.photos;
    await this.#ask(functions.removeFile, {
      id: job.id,
      field: "job_photo_estimate",
      fileId,
    });
    job.photos.delete(fileId);
  }

  async #rename(): Promise<void> {
    const { regular } = this.parts.ledger;
    const name = `Regular ${regular.renames + 1}`;
    await this.#ask(functions.renameCustomer, {
      customer_id: regular.customerId,
      customer_name: name,
    });
    this.parts.moments.tell("scheduled");
    regular.renames += 1;
    regular.name = name;
  }
}
