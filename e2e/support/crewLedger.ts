import type { Office } from "./office";

/** A field of a job as the server names it, and as the form labels it. */
export const EDITED_FIELDS = {
  job_address: "Address",
  job_city: "City",
  jobs_price: "Price",
  job_status: "Status",
  job_notes: "Notes",
} as const;

export type EditedField = keyof typeof EDITED_FIELDS;

export interface Entry {
  readonly value: string | number;
  /** Whether the device or the server was seen to have it. The rest may be lost, with a process that was killed. */
  isKept: boolean;
}

type StoredJob = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly job_photo_estimate: readonly string[];
};

interface HistoryEntry {
  readonly kind: string;
  readonly writes: readonly {
    readonly id: string;
    readonly after: Readonly<Record<string, unknown>>;
  }[];
}

interface HistoryPage {
  readonly page: readonly HistoryEntry[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

/** All that the crew typed on one day, to be compared with what the server has. */
export class CrewLedger {
  /** By job and field, as typed. */
  readonly #edits = new Map<string, Entry[]>();
  /** The addresses of the new jobs. */
  readonly #created: Entry[] = [];
  /** The photos that were taken, by job. */
  readonly #photos = new Map<string, Entry[]>();
  /**
   * The opened texts to customers, by job. The history has one line for several within five
   * minutes.
   */
  readonly #texts = new Map<string, Entry[]>();
  readonly #stock: Entry[] = [];

  constructor(
    readonly jobIds: readonly string[],
    /** Whose stock the crew counts. */
    readonly colorNumber: string,
  ) {}

  edit(jobId: string, field: EditedField, value: string | number): Entry {
    return add(entriesOf(this.#edits, `${jobId} ${field}`), value);
  }

  create(address: string): Entry {
    return add(this.#created, address);
  }

  photo(jobId: string, name: string): Entry {
    return add(entriesOf(this.#photos, jobId), name);
  }

  text(jobId: string): Entry {
    return add(entriesOf(this.#texts, jobId), "on_my_way");
  }

  takeIn(): Entry {
    return add(this.#stock, 1);
  }

  /** How much was typed, and how much of it had to arrive. */
  get totals() {
    const of = (entries: readonly Entry[]) =>
      `${entries.filter(({ isKept }) => isKept).length} of ${entries.length}`;
    return {
      edits: of([...this.#edits.values()].flat()),
      jobs: of(this.#created),
      photos: of([...this.#photos.values()].flat()),
      texts: of([...this.#texts.values()].flat()),
      stock: of(this.#stock),
    };
  }

  /** What the server lacks, has twice or has in another order. Each violation is one sentence. */
  async violations(office: Office): Promise<string[]> {
    const jobs = await office.query<StoredJob[]>("jobs:getAll");
    const found: string[] = [];
    for (const id of this.jobIds) {
      const job = jobs.find(({ _id }) => _id === id);
      if (job === undefined) found.push(`The job ${id} is gone.`);
      else found.push(...(await this.#jobViolations(office, job)));
    }
    for (const { value, isKept } of this.#created) {
      const same = jobs.filter(({ job_address }) => job_address === value);
      if (same.length > 1 || (isKept && same.length === 0))
        found.push(`There are ${same.length} jobs at ${value}.`);
    }
    const stock = await stockOf(office, this.colorNumber);
    return [...found, ...countViolations("the stock", stock, this.#stock)];
  }

  async #jobViolations(office: Office, job: StoredJob): Promise<string[]> {
    const entries = await historyOf(office, job._id);
    const fields = Object.keys(EDITED_FIELDS) as EditedField[];
    const edits = fields.flatMap((field) => {
      const history = entries
        .filter(({ kind }) => kind === "jobs.update")
        .flatMap(({ writes }) => writes.filter(({ id }) => id === job._id))
        .flatMap(({ after }) => (field in after ? [after[field]] : []));
      return fieldViolations(
        `${EDITED_FIELDS[field]} of ${job._id}`,
        { history, now: job[field] },
        entriesOf(this.#edits, `${job._id} ${field}`),
      );
    });
    const texts = entriesOf(this.#texts, job._id);
    const opened = entries.filter(({ kind }) => kind === TEXT_OPENED).length;
    const mustBeThere = texts.some(({ isKept }) => isKept);
    const photos = job.job_photo_estimate;
    const expected = entriesOf(this.#photos, job._id);
    return [
      ...edits,
      ...(opened > texts.length || (mustBeThere && opened === 0)
        ? [`${opened} texts of ${texts.length} are in ${job._id}.`]
        : []),
      ...countViolations(`photos of ${job._id}`, photos.length, expected),
      ...(new Set(photos).size < photos.length ? [`A photo is twice on ${job._id}.`] : []),
    ];
  }
}

const TEXT_OPENED = "messages.noteOpened";

/** Whether the history of a job says that a text was opened. */
export async function hasOpenedText(office: Office, jobId: string): Promise<boolean> {
  const entries = await historyOf(office, jobId);
  return entries.some(({ kind }) => kind === TEXT_OPENED);
}

/** The oldest first. */
async function historyOf(office: Office, subject: string) {
  const entries: HistoryEntry[] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const page: HistoryPage = await office.query("changes:ofSubject", {
      subject,
      paginationOpts: { numItems: 100, cursor },
    });
    entries.push(...page.page);
    ({ isDone, continueCursor: cursor } = page);
  }
  return entries.toReversed();
}

export async function stockOf(office: Office, color: string): Promise<number | undefined> {
  const colors =
    await office.query<{ readonly colorNumber: string; readonly quantity: number }[]>(
      "inventory:listColors",
    );
  return colors.find(({ colorNumber }) => colorNumber === color)?.quantity;
}

/** Nothing that was typed is applied twice or after what was typed later, and what was kept last has arrived. */
function fieldViolations(
  name: string,
  stored: { readonly history: readonly unknown[]; readonly now: unknown },
  entries: readonly Entry[],
): string[] {
  const typed = entries.map(({ value }) => value);
  const lastKept = entries.findLastIndex(({ isKept }) => isKept);
  const lastThere = typed.lastIndexOf(stored.now as string | number);
  const sentence = `${name}: typed ${JSON.stringify(entries)}, history ${JSON.stringify(stored.history)}, now ${JSON.stringify(stored.now)}.`;
  let at = -1;
  for (const value of stored.history) {
    at = typed.indexOf(value as string | number, at + 1);
    if (at < 0) return [`Applied twice or out of order. ${sentence}`];
  }
  return lastThere < lastKept ? [`Lost. ${sentence}`] : [];
}

function countViolations(
  name: string,
  count: number | undefined,
  entries: readonly Entry[],
): string[] {
  const least = entries.filter(({ isKept }) => isKept).length;
  const isRight = count !== undefined && count >= least && count <= entries.length;
  const between = `${least} to ${entries.length}`;
  return isRight ? [] : [`The count of ${name} is ${count}, not ${between}.`];
}

function entriesOf(map: Map<string, Entry[]>, key: string): Entry[] {
  const entries = map.get(key) ?? [];
  map.set(key, entries);
  return entries;
}

function add(entries: Entry[], value: Entry["value"]): Entry {
  const entry = { value, isKept: false };
  entries.push(entry);
  return entry;
}
