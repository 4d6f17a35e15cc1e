/**
 * Offices with realistic customers and jobs, and what a search must find in them, by a definition that shares no code
 * with the product: each typed word begins a word of the row, its phone number, or the last seven or four digits of it;
 * or each typed word begins a word of the notes.
 */
import type { JSONValue } from "convex/values";
import { seededRandom, wholeNumber, type Random } from "@domain/text/random";

interface OfficeCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email: string;
}

interface OfficeJob {
  readonly id: string;
  readonly customer: OfficeCustomer;
  readonly job_address: string;
  readonly job_city: string;
  readonly job_notes: string;
  readonly job_estimate_date?: number;
}

export interface Office {
  readonly customers: OfficeCustomer[];
  readonly jobs: OfficeJob[];
}

/** The dates of jobs are within a year from here. */
export const FIRST_DATE = 1_750_000_000_000;
const DAY_MS = 86_400_000;

type Call = (udfPath: string, args: JSONValue) => Promise<JSONValue>;

const words = (text: string) => text.split(" ");

const FIRST_NAMES = words(
  "James Mary John Maria Robert Patricia Michael Jennifer David Linda William Elizabeth Richard Barbara Joseph Susan Thomas Jessica Charles Sarah Daniel Karen Matthew Nancy Anthony Lisa Mark Margaret Steven Sandra Paul Ashley Andrew Kimberly Joshua Emily Kenneth Donna Kevin Michelle Brian Carol George Amanda José Dorothy Siobhán Melissa Jonathan Deborah Marcus Martha Joanna Jo",
);
const STEMS = words(
  "John Jack Rob Peter Ander Will Nel Han Lar Ol Carl Erick Mor Har Wil Hend Mar Good Grant Stan Brad Whit Thorn Wood Ash Hart Brook Mill Clark Dun",
);
const ENDINGS = words("son sen s man ton ley field well ford berg ");
const STREETS = words(
  "Maple Main Oak Elm Cedar Washington Lake Hill Park Pine Walnut Spring Johnson Jackson Mill River Church Madison Franklin Market Meadow Marshall Oakwood Lakeview",
);
const CITIES = ["Minneapolis", "Saint Paul", "Edina", "Eden Prairie", "Maple Grove", "Oakdale"];
const AREA_CODES = ["612", "651", "952", "763"];
const NOTE_WORDS = words(
  "valley leaks over the porch bring long ladder dog in yard call first gate code roof steep downspout clogged fascia rotten soffit vents garage side window east replace five inch white bronze ask about guards neighbor referral paid cash check mailbox",
);

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[wholeNumber(random, 0, items.length - 1)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}

export function officeRandom(office: number): Random {
  return seededRandom(9_000 + office);
}

export async function fillOffice(
  call: Call,
  random: Random,
  { customers, jobs }: { customers: number; jobs: number },
): Promise<Office> {
  const office: Office = { customers: [], jobs: [] };
  for (let at = 0; at < customers; at++) {
    const customer = aCustomer(random);
    const customer_id = (await call("customers:create", customer)) as string;
    office.customers.push({ customer_id, ...customer });
  }
  for (let at = 0; at < jobs; at++) {
    const customer = oneOf(random, office.customers);
    // Every third job has no date.
    const dated: { job_estimate_date?: number } =
      at % 3 === 0
        ? {}
        : {
            job_estimate_date: FIRST_DATE + wholeNumber(random, 0, 365) * DAY_MS,
          };
    const job = { ...aJob(random), ...dated };
    const { customer_id: job_customer_id } = customer;
    const id = await call("jobs:create", { job_customer_id, ...job });
    office.jobs.push({ id: id as string, customer, ...job });
  }
  return office;
}

function aCustomer(random: Random) {
  const first = oneOf(random, FIRST_NAMES);
  const last = oneOf(random, STEMS) + oneOf(random, ENDINGS);
  const digits = (count: number) =>
    String(wholeNumber(random, 0, 10 ** count - 1)).padStart(count, "0");
  const customer_name = `${first} ${last}`;
  return {
    customer_name,
    customer_phone: oneOf(random, AREA_CODES) + digits(7),
    customer_email: `${folded(first)}.${folded(last)}${digits(2)}@${oneOf(random, ["gmail.com", "example.com", "mail.example.org"])}`,
  };
}

function aJob(random: Random) {
  return {
    job_address: `${wholeNumber(random, 1, 9_999)} ${oneOf(random, STREETS)} ${oneOf(random, ["Street", "Avenue", "Lane"])}`,
    job_city: oneOf(random, CITIES),
    job_notes: Array.from({ length: wholeNumber(random, 0, 12) }, () =>
      oneOf(random, NOTE_WORDS),
    ).join(" "),
  };
}

/** As people type: the searches of the acceptance, from the office's own rows. */
export function typedSearches(
  { customers, jobs }: Office,
  random: Random,
  count: number,
): string[] {
  const nameOf = () => words(oneOf(random, customers).customer_name);
  const part = (word: string) => word.slice(0, wholeNumber(random, 2, 6));
  const phone = () => oneOf(random, customers).customer_phone;
  const kinds: (() => string)[] = [
    () => part(oneOf(random, nameOf())),
    () => nameOf().join(" "),
    () => nameOf().toReversed().map(part).join(" "),
    () => `${part(nameOf()[0] ?? "")} ${oneOf(random, STREETS)}`,
    () => oneOf(random, AREA_CODES),
    () => phone().slice(-4),
    () => phone().slice(-7),
    () => phone(),
    () => oneOf(random, customers).customer_id,
    () => oneOf(random, jobs).job_address,
    () => part(oneOf(random, STREETS)),
    () => oneOf(random, NOTE_WORDS),
    () => `${oneOf(random, NOTE_WORDS)} ${oneOf(random, NOTE_WORDS)}`,
    () => oneOf(random, customers).customer_email,
    () => oneOf(random, customers).customer_email.split("@")[0] ?? "",
    () => `${part(nameOf()[1] ?? "")} ${phone().slice(-4)}`,
  ];
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]?.() ?? "");
}

export function jobsHolding(office: Office, typed: string): string[] {
  return office.jobs
    .filter(({ customer, job_address, job_city, job_notes }) => {
      const texts = [customer.customer_name, job_address, job_city];
      const noted = wordsIn(job_notes);
      return (
        holdsAll(customer, texts, typed) ||
        wordsIn(typed).every((word) => noted.some((one) => one.startsWith(word)))
      );
    })
    .map(({ id }) => id);
}

/** The jobs by the distance of their date from `now`, the newer first at one distance; those without one come last. */
export function byDistance(
  { jobs }: Office,
  ids: readonly string[],
  { now, isFarthestFirst }: { now: number; isFarthestFirst: boolean },
): string[] {
  const places = new Map(
    jobs.map(({ id, job_estimate_date: at }) => {
      const distance = Math.abs((at ?? Infinity) - now);
      const isReversed = isFarthestFirst && at !== undefined;
      return [id, isReversed ? -distance : distance];
    }),
  );
  return ids.toReversed().sort((a, b) => {
    const [left = 0, right = 0] = [places.get(a), places.get(b)];
    return left === right ? 0 : left - right;
  });
}

export function customersHolding(office: Office, typed: string) {
  return office.customers.filter((customer) =>
    holdsAll(customer, [customer.customer_name, customer.customer_email], typed),
  );
}

function holdsAll(
  { customer_id, customer_phone }: OfficeCustomer,
  texts: readonly string[],
  typed: string,
): boolean {
  if (typed.startsWith("C-")) return customer_id.startsWith(typed);
  const present = wordsIn(texts.join(" "));
  return wordsIn(typed).every(
    (word) =>
      present.some((one) => one.startsWith(word)) ||
      isInPhone(customer_phone, word) ||
      (/^\d{3,}$/.test(word) && customer_id.startsWith(`C-${word}`)),
  );
}

function isInPhone(phone: string, word: string): boolean {
  if (!/^\d+$/.test(word)) return false;
  return [phone, phone.slice(-7), phone.slice(-4)].some((digits) => digits.startsWith(word));
}

function wordsIn(text: string): string[] {
  return folded(text).split(/[^a-z0-9]+/);
}

export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
