/** Realistic jobs by number: ten visits a day, and customers who share first and last names. */
import { makeFunctionReference } from "convex/server";

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
export const FIRST_DAY = Date.UTC(2026, 10, 20);
export const VISITS_A_DAY = 10;

const NAME_PARTS = 100;

/** 100 first and 100 last names, so that 1 % of the customers have the same one. */
export function customerName(at: number): string {
  const first = at % NAME_PARTS;
  const last = Math.floor(at / NAME_PARTS) % NAME_PARTS;
  return `Given${first} Family${last}`;
}

export function customerPhone(at: number): string {
  return String(2_125_000_000 + at);
}

export function dayOf(at: number): number {
  return FIRST_DAY + Math.floor(at / VISITS_A_DAY) * DAY_MS;
}

export const create = makeFunctionReference<"mutation", Record<string, unknown>, string>(
  "jobs:create",
);
export const update = makeFunctionReference<"mutation", { id: string; jobs_price: number }, null>(
  "jobs:update",
);

/** The arguments of `jobs.create`. */
export function aJob(at: number): Record<string, unknown> {
  return {
    customer: {
      customer_name: customerName(at),
      customer_phone: customerPhone(at),
    },
    job_address: `${at} Elm Street, Springfield`,
    job_estimate_date: dayOf(at) + 8 * HOUR_MS + (at % VISITS_A_DAY) * (HOUR_MS / 2),
    job_categories: ["Gutter cleaning"],
    jobs_price: 1200,
    job_notes: "Ladder at the back.",
  };
}
