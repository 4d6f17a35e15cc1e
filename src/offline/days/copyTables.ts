/** The copy of days in the device's store. */
import { JOB_FILE_FIELDS } from "@domain/job/jobs";
import { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import { listStores } from "@/offline/device/devices";
import type { Picture } from "@/offline/device/deviceSchema";
import { dropLostDays } from "@/offline/device/copyBucket";
import type { CopiedCustomer, DayCopy } from "./copiedDay";
import { isExpired, picturesToDrop } from "./copyRules";

const COPY_TABLES = ["jobs", "customers", "pictures", "facts"] as const;

/** Null if the device has no copy. A copy that is too old is deleted. */
export async function readCopy(store: DeviceStore, now: number): Promise<DayCopy | null> {
  const found = await store.read(["jobs", "customers", "facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const [jobs, customers, savedAt, range, lastContact, templates, settings] = await Promise.all([
      tx.objectStore("jobs").getAll(),
      tx.objectStore("customers").getAll(),
      facts.get("savedAt"),
      facts.get("range"),
      facts.get("lastContact"),
      facts.get("templates"),
      facts.get("settings"),
    ]);
    if (savedAt?.name !== "savedAt" || range?.name !== "range") return null;
    const contact = lastContact?.name === "lastContact" ? lastContact.value : savedAt.value;
    return {
      contact,
      copy: {
        jobs,
        customers: byId(customers),
        ...(templates?.name === "templates" && { templates: templates.value }),
        ...(settings?.name === "settings" && { settings: settings.value }),
        range: range.value,
        savedAt: savedAt.value,
      },
    };
  });
  if (found === null) return null;
  if (!isExpired(found.contact, now)) return found.copy;
  await clearCopy(store);
  return null;
}

/** Replaces the copy, so that moved and deleted jobs are dropped. Deletes pictures that no job of the copy has. */
export async function writeCopy(
  store: DeviceStore,
  { jobs, customers, templates = {}, settings = {}, range, savedAt }: DayCopy,
): Promise<void> {
  const files = jobs.flatMap((job) => JOB_FILE_FIELDS.flatMap((field): string[] => job[field]));
  await store.write(COPY_TABLES, async (tx) => {
    const [jobTable, customerTable, facts] = [
      tx.objectStore("jobs"),
      tx.objectStore("customers"),
      tx.objectStore("facts"),
    ];
    await Promise.all([
      dropOthers(tx.objectStore("pictures"), files),
      dropOthers(
        jobTable,
        jobs.map(({ _id }) => _id),
      ),
      dropOthers(customerTable, customers.keys()),
      ...jobs.map((job) => jobTable.put(job)),
      ...[...customers.values()].map((customer) => customerTable.put(customer)),
      facts.put({ name: "savedAt", value: savedAt }),
      facts.put({ name: "lastContact", value: savedAt }),
      facts.put({ name: "range", value: range }),
      facts.put({ name: "templates", value: templates }),
      facts.put({ name: "settings", value: settings }),
    ]);
  });
}

/** Writes the jobs that differ between two copies. */
export async function writeChangedJobs(
  store: DeviceStore,
  before: DayCopy,
  { jobs }: DayCopy,
): Promise<void> {
  const known = new Set(before.jobs);
  const ids = new Set(jobs.map((job) => job._id));
  await store.write(["jobs"], async (tx) => {
    const table = tx.objectStore("jobs");
    await Promise.all([
      ...before.jobs.filter((job) => !ids.has(job._id)).map((job) => table.delete(job._id)),
      ...jobs.filter((job) => !known.has(job)).map((job) => table.put(job)),
    ]);
  });
}

/** Deletes expired copies, also of persons whose session ended: nobody else deletes them. */
export async function dropExpiredCopies(now: number): Promise<void> {
  for (const owner of await listStores()) {
    const store = new DeviceStore(owner);
    await tryStore(readCopy(store, now)).finally(() => store.close());
  }
  await dropLostDays(async (copy) => {
    const contact = await copy.get("facts", "lastContact");
    return contact !== undefined && isExpired(Number(contact.value), now);
  });
}

/** Deletes the copy. The person's unsent changes, photos and texts stay. */
async function clearCopy(store: DeviceStore): Promise<void> {
  await store.write(COPY_TABLES, async (tx) => {
    await Promise.all(COPY_TABLES.map((table) => dropOthers(tx.objectStore(table), [])));
  });
}

interface Rows {
  readonly getAllKeys: () => Promise<string[]>;
  readonly delete: (key: string) => Promise<unknown>;
}

/** One by one, since the second copy notes the rows that are deleted by their keys. */
async function dropOthers(rows: Rows, kept: Iterable<string>): Promise<void> {
  const stay = new Set(kept);
  const gone = (await rows.getAllKeys()).filter((key) => !stay.has(key));
  await Promise.all(gone.map((key) => rows.delete(key)));
}

export async function readPicture(
  store: DeviceStore,
  fileId: string,
): Promise<Picture | undefined> {
  return await store.read(["pictures"], (tx) => tx.objectStore("pictures").get(fileId));
}

export async function knownPictures(store: DeviceStore): Promise<ReadonlySet<string>> {
  const keys = await store.read(["pictures"], (tx) => tx.objectStore("pictures").getAllKeys());
  return new Set(keys);
}

/** Stores a picture, and deletes the oldest ones if all exceed the space for pictures. */
export async function writePicture(store: DeviceStore, picture: Picture): Promise<void> {
  await store.write(["pictures"], async (tx) => {
    const table = tx.objectStore("pictures");
    await table.put(picture);
    const all = await table.getAll();
    const kept = all.map(({ fileId, bytes, at }) => ({
      fileId,
      size: bytes.byteLength,
      at,
    }));
    await Promise.all(picturesToDrop(kept).map((id) => table.delete(id)));
  });
}

function byId(customers: readonly CopiedCustomer[]): ReadonlyMap<string, CopiedCustomer> {
  return new Map(customers.map((customer) => [customer.customer_id, customer]));
}
