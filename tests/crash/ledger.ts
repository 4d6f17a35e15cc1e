/**
 * What the clients of one workspace know: what they asked for, and what they were told of it. The truth on the disk is held
 * against this (check.ts). Every thing that is asked for can be told from every other: a job by its address, a movement of
 * stock by its color and delta, an account by its e-mail address.
 */

/** `unknown` is what was asked for by a client that went away before it was told: it may have been done once, or not at all. */
type Outcome<Value> =
  | { readonly state: "pending" }
  | { readonly state: "acknowledged"; readonly value: Value }
  | { readonly state: "unknown" };

export interface JobRecord {
  readonly address: string;
  state: "asked" | "there" | "gone" | "unknown";
  id: string;
  notes: string;
  /** The photos on it, by the id of the stored file. */
  readonly photos: Set<string>;
}

export interface Movement {
  readonly colorNumber: string;
  readonly delta: number;
  /** The quantity that was answered. */
  outcome: Outcome<number>;
}

/** One customer with so many jobs that a new name reaches them by scheduled work only. */
export interface Regular {
  customerId: string;
  name: string;
  renames: number;
}

export class Ledger {
  readonly jobs: JobRecord[] = [];
  readonly movements: Movement[] = [];
  /** SHA-256 in base64 of what was uploaded and acknowledged, by the id of the stored file. */
  readonly uploads = new Map<string, string>();
  /** Uploads whose line broke: the file may have been stored, and then is on no job. */
  brokenUploads = 0;
  readonly regular: Regular = {
    customerId: "",
    name: "",
    renames: 0,
  };
  /** Errors that a client was told although what it asked for was right. */
  readonly refusals: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(
    readonly workspaceId: string,
    /** The colors whose stock is moved. */
    readonly colors: readonly [string, ...string[]],
  ) {}

  job(address: string): JobRecord {
    const job: JobRecord = {
      address,
      state: "asked",
      id: "",
      notes: "new",
      photos: new Set(),
    };
    this.jobs.push(job);
    return job;
  }

  movement(colorNumber: string, delta: number): Movement {
    const movement: Movement = {
      colorNumber,
      delta,
      outcome: { state: "pending" },
    };
    this.movements.push(movement);
    return movement;
  }

  /** No two movements of one color have the same delta, whatever their sign. */
  nextNumber(colorNumber: string): number {
    const next = (this.#numbers.get(colorNumber) ?? 0) + 1;
    this.#numbers.set(colorNumber, next);
    return next;
  }
}

/** With what the function said of it, where it said anything. */
export function refusalText(error: unknown): string {
  const { data } = error as { data?: unknown };
  return `${String(error)}${data === undefined ? "" : ` ${JSON.stringify(data)}`}`;
}
