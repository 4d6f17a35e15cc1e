import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

/** Documents and calls as tests need them: name what matters, the rest is filled in. */
export type Job = FunctionReturnType<typeof api.jobs.getAll>[number];
export type NewJob = FunctionArgs<typeof api.jobs.create>;
export type NewCustomer = FunctionArgs<typeof api.customers.create>;

/** 2:00 PM on Friday, November 20, 2026 in UTC. */
export const FRIDAY_2_PM = Date.UTC(2026, 10, 20, 14);

/** What a person types for a new customer. */
export function aNewCustomer(
  overrides: Partial<NewCustomer> = {},
): NewCustomer {
  return { customer_name: "Anna Bell", ...overrides };
}

/** What a person types for a new job of a new customer. */
export function aNewJob(overrides: Partial<NewJob> = {}): NewJob {
  const customer =
    overrides.job_customer_id === undefined ? { customer: aNewCustomer() } : {};
  return { job_address: "12 Elm Street", ...customer, ...overrides };
}
