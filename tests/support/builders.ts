import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** Documents and calls as tests need them: name what matters, the rest is filled in. */
export type Job = FunctionReturnType<typeof api.jobs.getAll>[number];
export type Customer = FunctionReturnType<typeof api.customers.search>[number];
export type NewJob = FunctionArgs<typeof api.jobs.create>;
export type NewCustomer = FunctionArgs<typeof api.customers.create>;

/** 2:00 PM on Friday, November 20, 2026 in UTC. */
export const FRIDAY_2_PM = Date.UTC(2026, 10, 20, 14);

let made = 0;

export function aCustomer(overrides: Partial<Customer> = {}): Customer {
  made += 1;
  return {
    _id: `customer${made}` as Id<"customers">,
    _creationTime: FRIDAY_2_PM + made,
    customer_id: `C-${1000 + made}`,
    customer_name: "Anna Bell",
    customer_phone: "5551234567",
    ...overrides,
  };
}

export function aJob(overrides: Partial<Job> = {}): Job {
  made += 1;
  return {
    _id: `job${made}` as Id<"jobs">,
    _creationTime: FRIDAY_2_PM + made,
    job_customer_id: "C-1001",
    job_customer_phone: "5551234567",
    customer_name: "Anna Bell",
    job_address: "12 Elm Street",
    job_status: "lead",
    job_categories: [],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    ...overrides,
  };
}

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
