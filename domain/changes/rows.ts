/** The rows that changes read, and what they write: primary rows only. */
import type { CustomerChange } from "../customer/customerInput";
import type { EstimateNote, HandedEstimate } from "../estimate/handed";
import type { LineRow, Taken } from "../estimate/lines";
import type { Office } from "../estimate/needs";
import type { CountsAt } from "../estimate/stock";
import type { ItemUnit } from "../estimate/units";
import type { GutterSize } from "../stock/gutterSizes";
import type { OutputOf } from "../calls/inputRules";
import type { ItemCategory, TXN_TYPES } from "../stock/inventory";
import type { jobInput } from "../job/jobInput";
import type { MessageKind } from "../messages/messageKinds";
import type { MessageTemplates } from "../messages/messageTemplates";
import type { OfficeSettings } from "../job/officeSettings";
import type { DemoMark } from "../calls/operations";
import type { PriceSize, SizePrice } from "../stock/prices";
import type { inRowData } from "../calls/refusals";
import type { WithoutNulls } from "./fields";
import type { FileLists } from "./fileLists";

/** The fields that a job copies of its customer: see `customerCopies`. */
export interface CustomerCopies {
  readonly job_customer_id: string;
  readonly customer_name: string;
  readonly job_customer_phone?: string | undefined;
}

type EnteredFields = WithoutNulls<OutputOf<typeof jobInput>>;

/** A stored job: it always has a status and a list of categories. */
export type JobFields = CustomerCopies &
  FileLists &
  EnteredFields &
  Required<Pick<EnteredFields, "job_status" | "job_categories">>;

export interface CustomerFields extends WithoutNulls<Omit<CustomerChange, "customer_name">> {
  /** Such as "C-1001". On a device, the client key of a customer whom the server does not have yet. */
  readonly customer_id: string;
  readonly customer_name: string;
}

interface Marks {
  /** The client key: the UUID by which the device that made the row names it. */
  readonly clientKey?: string | undefined;
  readonly demo?: DemoMark | undefined;
}

export type JobRow = JobFields & Marks & { readonly _id: string };
export type CustomerRow = CustomerFields & Marks & { readonly _id: string };

export interface ItemRow {
  readonly _id: string;
  readonly name: string;
  readonly category: ItemCategory;
  readonly sizeOptions: readonly GutterSize[];
  readonly _prices: readonly SizePrice[];
}

/** A color, with its stock of one category. */
export interface ColorRow {
  readonly colorNumber: string;
  readonly colorName: string;
  readonly sizeOptions: readonly GutterSize[];
  readonly quantity: number;
}

/** The stock that the lines of a job draw on. */
export interface LineStock extends Pick<Office, "coil"> {
  readonly countsAt: CountsAt;
}

/** The rows that a change reads, by id, customer id or client key; undefined if there is no such row. */
export interface Rows {
  readonly job: (id: string) => JobRow | undefined;
  readonly customer: (id: string) => CustomerRow | undefined;
  readonly item: (id: string) => ItemRow | undefined;
  readonly color: (colorNumber: string, category: ItemCategory) => ColorRow | undefined;
  /** The lines of the changed job. */
  readonly lines?: (job: JobRow) => readonly LineRow[];
  /** The options of the office. */
  readonly settings?: OfficeSettings;
  /** The stock that these lines draw on; undefined where it is not known. */
  readonly lineStock?: LineStock | undefined;
}

/** Which rows `apply` reads. */
export interface Reads {
  /** The job that is changed: without it the change is refused. */
  readonly job?: string;
  /** Whether `job` may be in the trash. */
  readonly mayBeDeleted?: boolean;
  /** Jobs that may no longer exist. */
  readonly jobs?: readonly string[];
  /** Customers who may no longer exist. */
  readonly customers?: readonly string[];
  /** Whether the customer of `job` is read. */
  readonly customerOfJob?: boolean;
  readonly items?: readonly string[];
  /** Whether the lines of `job` are read. */
  readonly linesOfJob?: boolean;
  /** Whether the options of the office are read. */
  readonly settings?: boolean;
  /** Whether the stock is read that these lines draw on. */
  readonly stockOfLines?: boolean;
  /** Colors, with their stock of a category, or of the category of an item. */
  readonly colors?: readonly {
    readonly colorNumber: string;
    readonly category?: ItemCategory;
    readonly itemId?: string;
  }[];
}

interface Tables {
  readonly jobs: { readonly row: JobRow; readonly fields: JobFields };
  readonly customers: {
    readonly row: CustomerRow;
    readonly fields: CustomerFields;
  };
}

type RowWrite<Table extends keyof Tables> =
  | {
      readonly kind: "insert";
      readonly table: Table;
      readonly fields: Tables[Table]["fields"] & Marks;
    }
  | {
      readonly kind: "patch";
      readonly table: Table;
      readonly row: Tables[Table]["row"];
      /** Undefined clears a field, and a missing key leaves it. */
      readonly fields: Partial<Tables[Table]["fields"]>;
    };

/** A difference of the stock of an item, of a color, or of both. */
export interface StockMove {
  readonly kind: "move";
  readonly table: "stock";
  readonly type: (typeof TXN_TYPES)[number];
  /** The item that was taken in. */
  readonly itemId?: string;
  readonly itemName?: string;
  readonly category: ItemCategory;
  /** Undefined for an item without a color. */
  readonly colorNumber: string | undefined;
  readonly size: GutterSize | undefined;
  readonly delta: number;
  /** The color's quantity after the move; undefined without a color. */
  readonly after: number | undefined;
  /** Whether the move adds the size to the color's sizes. */
  readonly isNewSize?: boolean;
  /** The argument that a refusal names. */
  readonly field: string;
  /** The row of a list that a refusal names: see `inRowData`. */
  readonly row?: Parameters<typeof inRowData>[1];
}

/** The level below which a size of a color is ordered again; null clears it. */
export interface LevelOfColor {
  readonly category: ItemCategory;
  readonly colorNumber: string;
  readonly size: PriceSize;
  readonly level: number | null;
}

export interface PriceOfItem {
  readonly itemId: string;
  readonly size: PriceSize;
  /** Null clears the price. */
  readonly price: number | null;
}

interface UnitOfItem {
  readonly itemId: string;
  readonly fields: ItemUnit;
}

/** A new line of a job, new values of one, or its removal. */
export type LineWrite = {
  readonly kind: "set";
  readonly table: "lines";
  readonly job: JobRow;
} & (
  | { readonly row: null; readonly fields: Omit<LineRow, "_id" | keyof Taken> }
  /** Undefined clears a field, and a missing key leaves it. Null removes the line. */
  | { readonly row: LineRow; readonly fields: Partial<LineRow> | null }
);

export type Write =
  | RowWrite<"jobs">
  | RowWrite<"customers">
  | { readonly kind: "delete"; readonly table: "jobs"; readonly row: JobRow }
  | StockMove
  | ({ readonly kind: "set"; readonly table: "levels" } & LevelOfColor)
  | ({ readonly kind: "set"; readonly table: "prices" } & PriceOfItem)
  | ({ readonly kind: "set"; readonly table: "units" } & UnitOfItem)
  | LineWrite
  | {
      readonly kind: "set";
      readonly table: "templates";
      readonly fields: MessageTemplates;
    }
  | {
      readonly kind: "set";
      readonly table: "settings";
      readonly fields: OfficeSettings;
    }
  | {
      /** A line of the history of a job, or of a customer. */
      readonly kind: "note";
      readonly table: "messages";
      readonly of: "jobs" | "customers";
      readonly row: JobRow | CustomerRow;
      readonly message: MessageKind | EstimateNote;
      readonly estimate?: HandedEstimate;
    };

/** The fields that a job copies from its customer. */
export function customerCopies(customer: CustomerFields): CustomerCopies {
  return {
    job_customer_id: customer.customer_id,
    job_customer_phone: customer.customer_phone,
    customer_name: customer.customer_name,
  };
}

/** Whether a change of a customer changes the copies in their jobs. */
export function changesCopies(change: Partial<CustomerFields>): boolean {
  return "customer_name" in change || "customer_phone" in change;
}
