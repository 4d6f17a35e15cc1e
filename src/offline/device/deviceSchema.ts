import type { DBSchema, StoreNames } from "idb";
import type { FunctionReturnType } from "convex/server";
import type { JSONValue } from "convex/values";
import type { OutboxChange, OutboxItem } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import type { SeenVisit } from "@domain/job/dayChanges";
import type { MessageTemplates } from "@domain/messages/messageTemplates";
import type { OfficeSettings } from "@domain/job/officeSettings";
import type { PhotoRow } from "./photoRow";

/**
 * The version of a person's database. An upgrade only adds stores, so that a
 * page of an earlier release can still read what a later one left.
 */
export const DEVICE_VERSION = 1;

type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
type Customer = NonNullable<FunctionReturnType<typeof api.customers.getByCustomerId>>;

/** Text that is still in a field: not a change yet, because the person has not left the field. */
interface TypedText {
  /** `<subject>/<field>/<form>` */
  readonly key: string;
  readonly subject: string;
  /** The name of the subject for people, such as "612 Oak Street". */
  readonly label: string;
  readonly field: string;
  readonly value: JSONValue;
  /** The value of the field before the person typed. */
  readonly base: JSONValue;
  readonly at: number;
  /** The tab in which the text is typed. */
  readonly tab: string;
  /** The open form in which the text is typed, a UUID. Rows of earlier releases have none. */
  readonly form?: string;
}

/** A new job that was begun and not saved. */
interface Draft {
  /** The client key that the job gets when it is saved. */
  readonly id: string;
  /** The form's values, by field. */
  readonly values: { readonly [field: string]: JSONValue };
  /** The customer's values at the time when the customer was chosen. */
  readonly chosen?: Customer;
  /** When the person began the job, in ms since 1970. */
  readonly at: number;
  /** The change that is made once the job is saved. */
  readonly brings?: OutboxChange;
}

export interface Picture {
  readonly fileId: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly at: number;
}

/** Values that a change replaced although the person had not seen them. Kept until the person closes the notice. */
export interface ReplacedValue {
  /** The intent id of the change. */
  readonly id: string;
  readonly subject: OutboxItem["subject"];
  readonly call: OutboxItem["call"];
  readonly args: OutboxItem["args"];
  readonly field: string | null;
  readonly label: string;
  /** The replaced values by field. */
  readonly values: { readonly [field: string]: JSONValue };
  readonly byName: string;
  readonly writtenAt: number | null;
}

/** The jobs that a change of many jobs left unchanged. Kept until the person closes the notice. */
export interface LeftJobs {
  /** The intent id of the change. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A job that was opened on this device, as it was shown then. */
export interface OpenedJob {
  /** The id or the client key. */
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

/** The visits of a day as the device last showed them. */
export interface SeenDay {
  /** The time when the day begins: in another time zone it is another day. */
  readonly from: number;
  readonly visits: readonly SeenVisit[];
}

/** The lines of a job as the server had them at a time. */
export interface CopiedLines {
  readonly jobId: string;
  readonly lines: FunctionReturnType<typeof api.lines.ofJob>;
  readonly at: number;
}

/** The items with their prices, and the colors, as the server had them at a time. */
export interface CopiedCatalogue {
  readonly items: FunctionReturnType<typeof api.inventory.listItems>;
  readonly colors: FunctionReturnType<typeof api.inventory.listColors>;
  /** The number of uses of an item or a pair in the copied jobs, by its name. */
  readonly uses: Readonly<Record<string, number>>;
  readonly at: number;
}

/** Single values, by name. Times are of the device's clock, in ms since 1970. */
interface Facts {
  readonly savedAt: number;
  readonly range: { readonly from: number; readonly until: number };
  /** The office's texts for its messages. */
  readonly templates: MessageTemplates;
  readonly settings: OfficeSettings;
  readonly epoch: string;
  readonly lastContact: number;
  readonly replaced: readonly ReplacedValue[];
  readonly left: readonly LeftJobs[];
  readonly opened: readonly OpenedJob[];
  /** How often each entry of the command palette was chosen. */
  readonly chosen: Readonly<Record<string, number>>;
  /** The days as the device last showed them. */
  readonly seen: readonly SeenDay[];
  readonly catalogue: CopiedCatalogue;
  /** The lines of the copied jobs. */
  readonly lines: readonly CopiedLines[];
}

type Fact = {
  [Name in keyof Facts]: {
    readonly name: Name;
    readonly value: Facts[Name];
  };
}[keyof Facts];

/** The tables in which a device keeps the data of one person in one workspace of one deployment. */
export interface DeviceSchema extends DBSchema {
  outbox: { key: string; value: OutboxItem };
  typed: { key: string; value: TypedText };
  drafts: { key: string; value: Draft };
  photos: { key: string; value: PhotoRow };
  /**
   * `<photo id>/picture` and `<photo id>/thumbnail`. ArrayBuffers, read by
   * primary key: WebKit loses Blobs and values that are read through an index.
   */
  bytes: { key: string; value: ArrayBuffer };
  jobs: { key: string; value: Job };
  customers: { key: string; value: Customer };
  pictures: { key: string; value: Picture };
  facts: { key: string; value: Fact };
}

export type DeviceTable = StoreNames<DeviceSchema>;

/** The primary key of each store; null where the key is not part of the value. */
export const KEY_PATHS: Readonly<Record<DeviceTable, string | null>> = {
  outbox: "id",
  typed: "key",
  drafts: "id",
  photos: "id",
  bytes: null,
  jobs: "_id",
  customers: "customer_id",
  pictures: "fileId",
  facts: "name",
};

/** Tables that are flushed to the disk before a write counts as done. */
export const STRICT_TABLES: readonly DeviceTable[] = ["outbox", "photos", "bytes"];
