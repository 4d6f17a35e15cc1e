/** An office with rows of every kind that a function names by an id: one that is there, and one that is gone. */
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { JOB_STATUSES } from "@domain/job/jobs";
import type { Engine } from "../../../packages/embedded-convex/src/runtime/engine";
import { valueOf } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { callerAs } from "../callers";
import { imageBytes } from "../images";

/** What functions name by an id: rows by their own id, and by what an office or a device calls them. */
export type Named =
  | "customers"
  | "customerIds"
  | "customerKeys"
  | "jobs"
  | "jobKeys"
  | "lineKeys"
  | "_storage"
  | "inventoryItems"
  | "inventoryTxns"
  | "changes"
  | "trash"
  | "imports"
  | "importFindings"
  | "intents";

/** Ids of an office's rows. */
type Rows = Readonly<Record<Named, readonly string[]>>;

export interface Office {
  readonly workspaceId: string;
  readonly there: Rows;
  readonly gone: Rows;
}

export const VISIT = Date.UTC(2026, 2, 1, 9);

const FILE = { kind: "customers", fileName: "old.csv" };

/** A person of an office, who does what a page does. */
export class Person {
  readonly caller: ReturnType<typeof callerAs>;

  constructor(
    readonly engine: Engine,
    readonly name: string,
    readonly workspaceId: string,
  ) {
    this.caller = callerAs(name, workspaceId);
  }

  async query(udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
    const { caller } = this;
    const run = await this.engine.runQuery({ udfPath, args, caller });
    return valueOf(run.outcome);
  }

  async mutate(udfPath: string, args: JSONValue = {}): Promise<string> {
    const { caller } = this;
    const run = await this.engine.runMutation({ udfPath, args, caller });
    return valueOf(run.outcome) as string;
  }

  async act(udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
    const { caller } = this;
    return valueOf(await this.engine.runAction({ udfPath, args, caller }));
  }

  async page(udfPath: string, args: Record<string, JSONValue> = {}) {
    const paginationOpts = { numItems: 50, cursor: null };
    const { page } = (await this.query(udfPath, {
      ...args,
      paginationOpts,
    })) as { page: JSONValue };
    return page as unknown as readonly { readonly _id: string }[];
  }

  async upload(): Promise<string> {
    const url = await this.mutate("jobs:generateUploadUrl");
    const body = imageBytes("image/png");
    const request = new Request(url, { method: "POST", body });
    request.headers.set("content-type", "image/png");
    const response = await this.engine.runHttpAction(request, this.caller);
    return ((await response!.json()) as { storageId: string }).storageId;
  }
}

async function seedCustomers(person: Person) {
  const create = async (name: string) => {
    const key = randomUUID();
    const id = await person.mutate("customers:create", {
      customer_name: `${person.name} ${name}`,
      customer_phone: "(555) 010-0001",
      customer_email: `${key}@example.com`,
      customer_obtained_type: OBTAINED_TYPES[0],
      clientKey: key,
    });
    const found = await person.query("customers:getByCustomerId", {
      customer_id: id,
    });
    return { id, key, _id: (found as { _id: string })._id };
  };
  const there = [await create("Bell"), await create("Bird")];
  const gone = await create("Field");
  const of = { customer_id: gone.id };
  const { run } = (await person.act("customers:deleteWithJobs", of)) as {
    run: string;
  };
  return { there, gone, run };
}

async function seedJobs(person: Person, job_customer_id: string) {
  const create = async (job_address: string, photos: readonly string[]) => {
    const key = randomUUID();
    const id = await person.mutate("jobs:create", {
      ...{ job_customer_id, job_address, clientKey: key },
      job_status: JOB_STATUSES[0],
      job_estimate_date: VISIT,
      job_photo_estimate: [...photos],
    });
    return { id, key };
  };
  const photos = [await person.upload(), await person.upload()];
  const there = await create(`${person.name} Elm Street`, photos);
  const goneId = photos.pop()!;
  await person.mutate("jobs:removeFile", {
    ...{ id: there.id, field: "job_photo_estimate", fileId: goneId },
  });
  const keys = [randomUUID(), randomUUID()] as const;
  await person.mutate("lines:add", {
    id: there.id,
    lines: keys.map((clientKey) => ({
      ...{ clientKey, order: "i", quantity: 1 },
      name: `Haul away ${person.name}`,
    })),
  });
  await person.mutate("lines:remove", { id: there.id, keys: [keys[1]] });
  const remove = async (address: string) => {
    const job = await create(address, []);
    const [change] = await person.page("changes:ofSubject", {
      subject: job.id,
    });
    await person.mutate("jobs:deleteJob", { id: job.id });
    const [trash] = await person.page("changes:deleted");
    const [deletion] = await person.page("changes:ofSubject", {
      subject: job.id,
    });
    const changes = { change: change!._id, deletion: deletion!._id };
    return { ...job, ...changes, trash: trash!._id };
  };
  const forGood = await remove("1 Oak Street");
  await person.mutate("changes:deleteForGood", { id: forGood.trash });
  const gone = await remove("2 Oak Street");
  const intent = randomUUID();
  await person.mutate("jobs:update", {
    ...{ id: there.id, job_notes: "Long ladder", intentId: intent },
  });
  const [change] = await person.page("changes:ofSubject", {
    subject: there.id,
  });
  return {
    ...{ there, gone, forGood, photos, goneId, intent, keys },
    change: change!._id,
  };
}

async function seedStock(person: Person) {
  const receive = async () => {
    await person.mutate("inventorySeed:seedDefaults");
    const items = (await person.query("inventory:listItems")) as unknown as {
      readonly _id: string;
      readonly sizeOptions: readonly string[];
    }[];
    const [{ colorNumber }] = (await person.query("inventory:listColors")) as unknown as [
      { readonly colorNumber: string },
    ];
    const txn = await person.mutate("inventory:recordTxn", {
      ...{ itemId: items[0]!._id, type: "intake", quantity: 7 },
      ...{ colorNumber, size: items[0]!.sizeOptions[0]! },
    });
    return { items: items.map(({ _id }) => _id), txn };
  };
  const gone = await receive();
  await person.act("seed:deleteInventory");
  return { there: await receive(), gone };
}

async function seedImport(person: Person) {
  const email = `${person.name}.${randomUUID()}@example.com`;
  const rows = ["Smith", "S"].map((last, at) => ({
    ...{ kind: FILE.kind, line: at + 2, customer_email: email },
    ...{ customer_name: `${person.name} ${last}`, places: [], leftovers: [] },
  }));
  const importId = await person.mutate("imports:begin", {
    ...{ ...FILE, rowCount: rows.length, chunkCount: 1 },
  });
  await person.mutate("imports:stage", {
    ...{ importId, index: 0, rows: JSON.stringify(rows) },
  });
  await person.act("imports:check", { importId });
  const [finding] = await person.page("imports:findings", { importId });
  return { importId, finding: finding!._id };
}

async function importRun(person: Person): Promise<string> {
  const { importId } = await seedImport(person);
  await person.mutate("imports:decideAll", { importId, choice: "new" });
  const started = await person.act("imports:start", { importId });
  return (started as { run: string }).run;
}

export async function seedOffice(person: Person): Promise<Office> {
  const customers = await seedCustomers(person);
  const stock = await seedStock(person);
  const jobs = await seedJobs(person, customers.there[0]!.id);
  const first = await seedImport(person);
  await person.mutate("imports:discard", { importId: first.importId });
  const run = await importRun(person);
  const second = await seedImport(person);
  const { there, gone } = customers;
  return {
    workspaceId: person.workspaceId,
    there: {
      customers: there.map(({ _id }) => _id),
      customerIds: there.map(({ id }) => id),
      customerKeys: there.map(({ key }) => key),
      jobs: [jobs.there.id],
      jobKeys: [jobs.there.key],
      lineKeys: [jobs.keys[0]],
      _storage: jobs.photos,
      inventoryItems: stock.there.items.slice(0, 2),
      inventoryTxns: [stock.there.txn],
      changes: [jobs.change, jobs.gone.deletion, customers.run, run],
      trash: [jobs.gone.trash],
      imports: [second.importId],
      importFindings: [second.finding],
      intents: [jobs.intent],
    },
    gone: {
      customers: [gone._id],
      customerIds: [gone.id],
      customerKeys: [gone.key],
      jobs: [jobs.gone.id],
      jobKeys: [jobs.gone.key],
      lineKeys: [jobs.keys[1]],
      _storage: [jobs.goneId],
      inventoryItems: stock.gone.items.slice(0, 1),
      inventoryTxns: [stock.gone.txn],
      changes: [jobs.forGood.change],
      trash: [jobs.forGood.trash],
      imports: [first.importId],
      importFindings: [first.finding],
      intents: [],
    },
  };
}
