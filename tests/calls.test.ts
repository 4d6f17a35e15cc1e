import { describe, expect, it } from "vitest";
import {
  publicFunctions,
  type ListedFunction,
} from "../packages/embedded-convex/tests/support/publicFunctions";
import { loadModules } from "../server/modules";
import { changeNames } from "./support/changeNames";

/**
 * The specified calls as data: name, kind, arguments and result, compared with the validators that `convex deploy`
 * would send. A `?` marks an optional field.
 */
const JOB_FIELDS =
  "job_customer_id? customer? job_city? job_status? job_categories? job_estimate_date? job_install_date? job_estimate_crew? job_install_crew? job_estimate_length? job_install_length? job_estimate_window? job_install_window? job_due_months? job_due_date? jobs_price? job_notes? job_photo_estimate? job_photo_install? job_drawings?";
const JOB =
  "_id _creationTime job_customer_id job_address job_city? job_status job_categories job_estimate_date? job_install_date? job_estimate_crew? job_install_crew? job_estimate_length? job_install_length? job_estimate_window? job_install_window? job_due_months? job_due_date? jobs_price? job_notes? job_customer_phone? job_photo_estimate job_photo_install job_drawings demo? clientKey?";
const CUSTOMER =
  "_id _creationTime customer_id customer_name customer_phone? customer_email? customer_obtained_type? demo? clientKey?";
/** Beside their own arguments, mutations take what makes a repeated call harmless, and both name their sender. */
const SENT = {
  query: "",
  mutation: "intentId? deviceAt? sentFor?",
  action: "sentFor?",
};
const PEOPLE_GONE = "customersDeleted jobsDeleted";
const STOCK_GONE =
  "inventoryItemsDeleted inventoryPricesDeleted inventoryColorsDeleted inventoryTxnsDeleted";

const CALLS: Record<string, readonly [kind: ListedFunction["kind"], args: string, result: string]> =
  {
    "seed.generateFakeData": [
      "action",
      "customers jobsPerCustomer timeZone? withStock? job_photo_estimate?",
      "customersCreated jobsCreated",
    ],
    "inventorySeed.seedDefaults": ["mutation", "", "items prices colors"],
    "seed.deleteCustomersAndJobs": ["action", "", PEOPLE_GONE],
    "seed.deleteInventory": ["action", "", STOCK_GONE],
    "seed.deleteAllData": ["action", "", `${PEOPLE_GONE} ${STOCK_GONE}`],
    "customers.dedupeForUser": ["action", "", "groupsAffected duplicatesRemoved"],
    "customers.removeObsoleteObtainedDateField": ["action", "", "cleaned scanned"],
    "inventory.listItems": [
      "query",
      "",
      "array of _id _creationTime name sku category sizeOptions unit? pieceFeet? demo? _prices",
    ],
    "inventory.upsertPrice": ["mutation", "itemId size price", "null"],
    "inventory.upsertAliasPrices": [
      "mutation",
      "sourceItemId aliasItemIds price5? price6?",
      "null",
    ],
    "inventory.listColors": [
      "query",
      "category?",
      "array of _id _creationTime colorNumber colorName hexColor sizeOptions demo? quantity sizes levels",
    ],
    "inventory.recordTxn": ["mutation", "itemId type quantity size? colorNumber?", "id"],
    "inventory.adjustColorQuantity": ["mutation", "colorNumber delta size? category?", "number"],
    "inventory.listColorBreakdown": ["query", "colorNumber category?", "items5 items6"],
    "inventory.listColorBreakdownMut": ["mutation", "colorNumber category?", "items5 items6"],
    "jobs.getAll": ["query", "", `array of customer_name ${JOB}`],
    "jobs.create": ["mutation", `job_address clientKey? ${JOB_FIELDS}`, "id"],
    "jobs.update": [
      "mutation",
      `id job_address? base? customer_id? isForward? isMove? ${JOB_FIELDS}`,
      "null or replaced",
    ],
    "jobs.deleteJob": ["mutation", "id", "null"],
    "jobs.generateUploadUrl": ["mutation", "", "string"],
    "jobs.getScheduledForDay": ["query", "dayStart dayEnd", `array of customer_name ${JOB}`],
    "jobs.listDates": [
      "query",
      "range?",
      "array of _id clientKey? customer_name job_estimate_date? job_install_date? job_estimate_crew? job_install_crew? job_estimate_length? job_install_length? job_estimate_window? job_install_window? job_customer_id job_address job_status",
    ],
    "files.getUrls": ["query", "ids", "array of string or null"],
    "customers.search": ["query", "term", `array of ${CUSTOMER}`],
    "customers.listMin": ["query", "", "array of customer_id customer_name"],
    "customers.getByCustomerId": ["query", "customer_id", `${CUSTOMER} or null`],
    "customers.create": [
      "mutation",
      "customer_name customer_phone? customer_email? customer_obtained_type? clientKey?",
      "string",
    ],
    "customers.update": [
      "mutation",
      "customer_id customer_name? customer_phone? customer_email? customer_obtained_type? base?",
      "null or replaced",
    ],
  };

interface ExportedValidator {
  readonly type: string;
  readonly value?: unknown;
}

interface ExportedField {
  readonly fieldType: ExportedValidator;
  readonly optional: boolean;
}

const functions = publicFunctions(loadModules());

function find(call: string): ListedFunction {
  const found = functions.find(({ path }) => path === call.replace(".", ":"));
  if (!found) throw new Error(`There is no public function ${call}.`);
  return found;
}

const sorted = (words: string) => words.split(" ").sort().join(" ");

/** The field names of an object, or of the elements of an array or union. */
function describeShape({ type, value }: ExportedValidator): string {
  if (type === "array") {
    return `array of ${describeShape(value as ExportedValidator)}`;
  }
  if (type === "union") {
    return (value as ExportedValidator[]).map(describeShape).join(" or ");
  }
  if (type !== "object") return type;
  return Object.entries(value as Record<string, ExportedField>)
    .map(([name, { optional }]) => (optional ? `${name}?` : name))
    .sort()
    .join(" ");
}

const inOrder = (shape: string) =>
  shape
    .split(" or ")
    .map((part) =>
      part.startsWith("array of ")
        ? `array of ${sorted(part.slice("array of ".length))}`
        : sorted(part),
    )
    .join(" or ");

describe.each(Object.entries(CALLS))("%s", (call, [kind, args, result]) => {
  const registered = find(call);

  // Spec 7.6, 7.7
  it("every call has the specified kind", () => {
    expect(registered.kind).toBe(kind);
  });

  // Spec 3.10, 3.11, 7.7, 7.42
  it("takes the specified arguments", () => {
    const sent = `${args} ${SENT[kind]}`.trim();
    expect(describeShape(registered.args)).toBe(sorted(sent));
  });

  // Spec 3.1, 3.2, 3.5, 3.6, 3.8, 3.9, 7.7
  it("returns the specified result", () => {
    const shape = registered.returns && describeShape(registered.returns);
    expect(shape).toBe(inOrder(result));
  });
});

it("the mutations and actions that are read from the sources are those that clients can call", () => {
  const callable = functions
    .filter(({ kind }) => kind !== "query")
    .map(({ path }) => path.replace(":", "."));
  expect(changeNames().toSorted()).toEqual(callable.toSorted());
});
