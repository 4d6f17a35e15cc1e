import type { ConvexClient } from "convex/browser";
/**
 * A client that asks for one thing after another without waiting, and goes away before it is told of all of them, as a phone does
 * whose battery is empty. What it was not told of was done once or not at all.
 */
import { oneOf, wholeNumber, type Random } from "../../domain/random";
import * as functions from "./functions";
import { refusalText, type JobRecord, type Movement } from "./ledger";
import { openClient, type WorkerParts } from "./worker";

export class Visitor {
  readonly #client: ConvexClient;
  readonly #parts: WorkerParts;
  readonly #movements: Movement[] = [];
  readonly #jobs: JobRecord[] = [];
  readonly #random: Random;
  #hasLeft = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#random = parts.randomOf(parts.name);
    const { client, signedIn } = openClient(parts);
    this.#client = client;
    void signedIn.then(() => this.#ask());
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    for (const movement of this.#movements) {
      if (movement.outcome.state === "pending")
        movement.outcome = { state: "unknown" };
    }
    for (const job of this.#jobs) {
      if (job.state === "asked") job.state = "unknown";
    }
    await this.#client.close();
  }

  async #ask(): Promise<void> {
    for (let at = 0; !this.#hasLeft; at += 1) {
      if (this.#random() < 0.7) this.#adjust();
      else this.#create(at);
      const pause = wholeNumber(this.#random, 0, 20);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  #adjust(): void {
    const { ledger } = this.#parts;
    const colorNumber = oneOf(this.#random, ledger.colors);
    const delta = ledger.nextNumber(colorNumber);
    const movement = ledger.movement(colorNumber, delta);
    this.#movements.push(movement);
    this.#client
      .mutation(functions.adjustColorQuantity, { colorNumber, delta })
      .then((value) => {
        movement.outcome = { state: "acknowledged", value };
      })
      .catch((error: unknown) => this.#refused(error));
  }

  #create(at: number): void {
    const { ledger, name } = this.#parts;
    const address = `${name} avenue ${at}`;
    const job = ledger.job(address);
    this.#jobs.push(job);
    this.#client
      .mutation(functions.createJob, {
        customer: { customer_name: `Customer of ${address}` },
        job_address: address,
        job_notes: job.notes,
        job_estimate_date: functions.DAY,
      })
      .then((id) => {
        job.id = id;
        job.state = "there";
      })
      .catch((error: unknown) => this.#refused(error));
  }

  #refused(error: unknown): void {
    this.#parts.ledger.refusals.push(
      `${this.#parts.name}: ${refusalText(error)}`,
    );
  }
}
