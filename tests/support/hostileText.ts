/** Long and hostile texts, and the product's functions on an engine in memory to call with them. */
import type { JSONValue } from "convex/values";
import type { FunctionOutcome, ModuleMap } from "../../packages/embedded-convex/src/runtime/engine";
import { senderKey } from "@domain/calls/workspaces";
import { testEngine } from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import {
  publicFunctions,
  type ListedFunction,
} from "../../packages/embedded-convex/tests/support/publicFunctions";
import { fill, slotsOf, withValueAt, type Examples, type Slot } from "./attacker/functionArguments";
import { imageBytes } from "./images";
import { aCustomerRow } from "./importRows";

/** Parts of texts on which text functions are known to be slow, or wrong. */
export const HOSTILE_PARTS: Readonly<Record<string, string>> = {
  "combining marks": "\u0301\u0316",
  "marks on letters": "a\u0323\u0302\u0301",
  "halfwidth voiced marks": "\uFF76\uFF9E\uFF9F",
  "lone surrogates": "\uD83C",
  "reversed surrogates": "\uDFE0\uD83C",
  "right-to-left text": "\u202E\u05D0\u0628\u064B",
  "emoji sequences": "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\uFE0F",
  "NUL characters": "\0",
  ligatures: "\uFDFA\uFB03",
  digits: "1",
  "digits and marks": "1( -",
  "digits before an extension": "1 e#",
  spaces: " ",
  words: "a ",
  "parts of an address": "a@a.",
  "parts of a cursor": "[1,",
  letters: "a",
};

/** A text of this length: a run of each of the parts. */
export function hostileText(parts: readonly string[], length: number): string {
  const run = Math.ceil(length / parts.length);
  return parts
    .map((part) => part.repeat(run).slice(0, run))
    .join("")
    .slice(0, length);
}

/** A place for a value in the arguments of a function. */
export interface ArgumentSlot {
  readonly called: ListedFunction;
  /** The innermost field. */
  readonly field: string;
  readonly argsWith: (value: JSONValue) => JSONValue;
}

export interface TextSlot extends ArgumentSlot {
  /** Whether the text is the id of a row. */
  readonly isId: boolean;
  readonly usual: string;
}

interface ListSlot extends ArgumentSlot {
  readonly element: JSONValue;
}

const CALLER = {
  identity: {
    subject: "anna",
    issuer: "https://issuer.test",
    tokenIdentifier: "https://issuer.test|anna",
  },
  origin: "https://downspout.test",
};
const DAY_MS = 24 * 60 * 60 * 1000;

/** UUIDs that a device makes. */
const KEYS = ["intentId", "clientKey", "batch"];

/** Of the line that is edited. */
const LINE_KEY = "00000000-0000-4000-8000-000000000001";

export class TextTarget {
  readonly functions: readonly ListedFunction[];
  readonly #test: ReturnType<typeof testEngine>;
  #jobWithoutLines = "";
  readonly #examples = new Map<string, string>([
    ["customer_id", "C-1001"],
    ["job_customer_id", "C-1001"],
    ["kept", "C-1001"],
    ["duplicate", "C-1002"],
    ["colorNumber", "180"],
    ["customer_email", "anna@example.com"],
    ["customer_obtained_type", "Yard Sign"],
    ["job_status", "lead"],
    ["job_categories", "Gutter cleaning"],
    ["sentFor", senderKey("anna", "anna")],
    ["message_link", "https://example.com/review"],
    ["validUntil", "2026-12-26"],
    ["rows", JSON.stringify([aCustomerRow({})])],
  ]);

  constructor(modules: ModuleMap) {
    this.#test = testEngine({ modules });
    this.functions = publicFunctions(modules);
  }

  /** One row in each table whose ids are arguments. */
  async seed(): Promise<void> {
    const get = async (path: string, args: JSONValue = {}) => {
      const outcome = await this.call(this.#find(path), args);
      if (!outcome.ok) throw new Error(`${path}: ${outcome.message}`);
      return outcome.value;
    };
    await get("inventorySeed:seedDefaults");
    const [item] = (await get("inventory:listItems")) as { _id: string }[];
    const jobId = (await get("jobs:create", {
      customer: { customer_name: "Anna Bell" },
      job_address: "12 Elm Street",
    })) as string;
    this.#jobWithoutLines = (await get("jobs:create", {
      job_customer_id: "C-1001",
      job_address: "14 Elm Street",
    })) as string;
    await get("lines:add", {
      id: jobId,
      lines: [{ clientKey: LINE_KEY, name: "Haul away", quantity: 1, order: "i" }],
    });
    await get("customers:create", { customer_name: "Bo Bell" });
    const fileId = await this.#upload((await get("jobs:generateUploadUrl")) as string);
    this.#examples
      .set("inventoryItems", item!._id)
      .set("jobs", jobId)
      .set("id", jobId)
      .set("subject", jobId)
      .set("_storage", fileId)
      .set("ids", fileId);
  }

  async #upload(url: string): Promise<string> {
    const request = new Request(url, {
      method: "POST",
      headers: { "content-type": "image/png" },
      body: imageBytes("image/png"),
    });
    const { engine } = this.#test;
    const response = await engine.runHttpAction(request, CALLER);
    return ((await response!.json()) as { storageId: string }).storageId;
  }

  textsOf(called: ListedFunction): TextSlot[] {
    const { args } = called;
    const examples = this.#values(called);
    const base = () => {
      const filled = fill(args, examples) as Record<string, JSONValue>;
      // A new customer for each job: else a change of theirs would write ever more jobs.
      if (called.path === "jobs:create") delete filled["job_customer_id"];
      // A second line with the same key is refused.
      if (called.path === "lines:add") filled["lines"] = [];
      if (called.path === "lines:edit") filled["added"] = [];
      // Each names one call only.
      for (const key of KEYS) delete filled[key];
      return filled;
    };
    const ofNewLines = this.#values({ ...called, path: "lines:add" });
    return slotsOf(args).map(({ path, table }) => {
      const own = path.includes("added") ? ofNewLines : examples;
      return {
        called,
        field: innermost(path),
        isId: table !== null,
        usual: own.text(innermost(path)),
        argsWith: (value) => withValueAt(args, base(), { path, value, examples: own }),
      };
    });
  }

  /** No function takes a list within an object. */
  listsOf(called: ListedFunction): ListSlot[] {
    const { args } = called;
    if (args.type !== "object") return [];
    const examples = this.#values(called);
    const base = fill(args, examples) as Record<string, JSONValue>;
    // The other job has lines by now.
    const empty = { id: this.#jobWithoutLines };
    const isOfNewLines = (field: string) => called.path === "lines:add" || field === "added";
    return Object.entries(args.value).flatMap(([field, { fieldType }]) =>
      fieldType.type === "array"
        ? {
            called,
            field,
            element: fill(fieldType.value, examples, field),
            argsWith: (value: JSONValue) => ({
              ...base,
              ...(isOfNewLines(field) && empty),
              [field]: value,
            }),
          }
        : [],
    );
  }

  async call({ path: udfPath, kind }: ListedFunction, args: JSONValue): Promise<FunctionOutcome> {
    const { engine } = this.#test;
    const request = { udfPath, args, caller: CALLER };
    if (kind === "query") return (await engine.runQuery(request)).outcome;
    if (kind === "mutation") {
      const { outcome } = await engine.runMutation(request);
      // A file takes the place of the last one.
      if (udfPath === "imports:begin" && outcome.ok)
        this.#examples.set("imports", outcome.value as string);
      return outcome;
    }
    return await engine.runAction(request);
  }

  /** The messages of errors that are bugs of ours. */
  errors(): string[] {
    const { lines } = this.#test.log;
    return lines
      .filter(({ level }) => level === "error")
      .map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`);
  }

  async close(): Promise<void> {
    await this.#test.engine.close();
  }

  #find(path: string): ListedFunction {
    const found = this.functions.find((one) => one.path === path);
    if (found === undefined) throw new Error(`There is no function ${path}.`);
    return found;
  }

  #values({ path }: ListedFunction): Examples {
    return {
      id: (table) => this.#examples.get(table) ?? table,
      text: (name) => {
        if (path === "lines:edit" && name === "clientKey") return LINE_KEY;
        return KEYS.includes(name)
          ? crypto.randomUUID()
          : (this.#examples.get(name) ?? "Anna Bell");
      },
      number: (name) => {
        if (name.endsWith("_date")) return Date.UTC(2026, 0, 2);
        if (name === "index") return 0;
        return /(end|until)$/i.test(name) ? DAY_MS : 1;
      },
      whole: true,
    };
  }
}

function innermost(path: Slot["path"]): string {
  return String(path.findLast((step) => typeof step === "string"));
}
