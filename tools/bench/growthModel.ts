/** The customer of whom the office of tools/bench/growthOffice.ts has copies: made by calls of the product. */
import { randomBytes } from "node:crypto";
import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { asJpeg } from "../../tests/support/images";
import { dayOf, VISITS_A_DAY } from "../../bench/jobs";
import type { Account, BenchServer } from "../../bench/server";

export const JOBS_OF_CUSTOMER = 2;
/** Entries of the history of a customer with both jobs. */
export const ENTRIES_OF_CUSTOMER = 4;
export const PHOTO_BYTES = 2_000;
const FAMILY_NAMES = 500;
const GIVEN_NAMES = 100;
export const FIRST_CUSTOMER = 1_001;

/** The words and numbers of the model. A copy replaces each of them by its own. */
const MODEL = {
  given: "Zqgiven",
  family: "Zqfamily",
  phone: "9998887776",
  houses: [98_761, 98_762],
  valve: 98_763,
  days: [1_111_111_111_111, 2_222_222_222_222],
} as const;

/** The names, each once in 50,000 customers: words of letters, which the search by ear compares. */
export function nameOf(at: number): { given: string; family: string } {
  const family = at % FAMILY_NAMES;
  const given = (at + Math.floor(at / FAMILY_NAMES)) % GIVEN_NAMES;
  return { given: `${syllable(given)}lin`, family: familyName(family) };
}

function familyName(at: number): string {
  return `${syllable(at % 100)}${syllable(Math.floor(at / 100)).toLowerCase()}son`;
}

function syllable(at: number): string {
  return `${"BCDFGHJKLMNPRSTVWXYZ"[Math.floor(at / 5) % 20]}${"aeiou"[at % 5]}`;
}

export const phoneOf = (at: number) => String(2_125_000_000 + at);
/** House numbers, all of one length: the beginning of a longer one would find more jobs in a larger office. */
export const houseOf = (job: number) => String(100_000 + job);
export const valveOf = (at: number) => String(500_000 + at);
export const customerIdOf = (at: number) => `C-${FIRST_CUSTOMER + at}`;

/** The time of a job's visit: ten visits a day. */
export function visitOf(job: number): number {
  return dayOf(job) + (8 * 60 + (job % VISITS_A_DAY) * 30) * 60_000;
}

const mutation = (name: string) =>
  makeFunctionReference<"mutation", Record<string, unknown>, string>(name);

/** Makes the names of all customers known, and the customer that is copied. */
export async function makeModel({ url }: BenchServer, { token }: Account) {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  const call = async (name: string, args: Record<string, unknown>) =>
    await client.mutation(mutation(name), args, { skipQueue: true });
  for (let at = 0; at < FAMILY_NAMES; at += 1) {
    const { given, family } = nameOf(at);
    await call("customers:create", { customer_name: `${given} ${family}` });
  }
  const [first, second] = MODEL.houses;
  const visit = (at: number, house: number) => ({
    job_address: `${house} Elm Street`,
    job_city: "Troy",
    job_categories: ["Gutter cleaning"],
    job_estimate_date: MODEL.days[at],
    job_notes: `Ladder at the back. Valve ${MODEL.valve}.`,
  });
  const job = await call("jobs:create", {
    ...visit(0, first),
    job_status: "installed_paid",
    customer: {
      customer_name: `${MODEL.given} ${MODEL.family}`,
      customer_phone: MODEL.phone,
    },
  });
  await call("jobs:create", {
    ...visit(1, second),
    job_status: "estimate_scheduled",
    job_customer_id: `C-${FIRST_CUSTOMER + FAMILY_NAMES}`,
  });
  const target = await call("jobs:generateUploadUrl", {});
  const fileId = await post(target, asJpeg(randomBytes(PHOTO_BYTES)));
  const field = "job_photo_estimate";
  await call("jobs:addFiles", { id: job, field, fileIds: [fileId] });
}

async function post(target: string, photo: Buffer): Promise<string> {
  const headers = { "content-type": "image/jpeg" };
  const sending = request(target, { method: "POST", headers });
  sending.end(photo);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const { storageId } = JSON.parse(await text(response)) as {
    storageId: string;
  };
  return storageId;
}

const OF_MODEL = /\b(?:Zqgiven|98761|98762|98763|C-1501)\b/i;

/** Whether a row names the customer, or one of the jobs. */
export function isOfModel(row: object): boolean {
  return OF_MODEL.test(JSON.stringify(row));
}

/** What replaces the words and numbers of the model in a copy. */
export function copiedTokens(at: number): Map<string, string> {
  const { given, family } = nameOf(at);
  const phone = phoneOf(at);
  const [first, second] = [0, 1].map((job) => JOBS_OF_CUSTOMER * at + job) as [number, number];
  return new Map([
    [MODEL.given, given],
    [MODEL.family, family],
    [MODEL.given.toLowerCase(), given.toLowerCase()],
    [MODEL.family.toLowerCase(), family.toLowerCase()],
    [MODEL.phone, phone],
    [MODEL.phone.slice(-7), phone.slice(-7)],
    [MODEL.phone.slice(-4), phone.slice(-4)],
    [String(MODEL.houses[0]), houseOf(first)],
    [String(MODEL.houses[1]), houseOf(second)],
    [String(MODEL.valve), valveOf(at)],
    [String(MODEL.days[0]), String(visitOf(first))],
    [String(MODEL.days[1]), String(visitOf(second))],
    [`C-${FIRST_CUSTOMER + FAMILY_NAMES}`, customerIdOf(at)],
    [`c${FIRST_CUSTOMER + FAMILY_NAMES}`, `c${FIRST_CUSTOMER + at}`],
  ]);
}
