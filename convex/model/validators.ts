import { v } from "convex/values";
import type { Infer, ObjectType, VLiteral, VUnion } from "convex/values";
import { OBTAINED_TYPES } from "../../domain/customers";
import {
  JOB_CATEGORIES,
  JOB_FILE_FIELDS,
  JOB_STATUSES,
} from "../../domain/jobs";
import { JOB_SORTS } from "../../domain/jobOrder";

/** Shapes of what is stored, asked and answered. The domain names the values. */
export const jobStatus = literals(JOB_STATUSES);
export const jobCategory = literals(JOB_CATEGORIES);
export const jobFileField = literals(JOB_FILE_FIELDS);
export const jobSort = literals(JOB_SORTS);
export const obtainedType = literals(OBTAINED_TYPES);
export const fileIds = v.array(v.id("_storage"));

/** A customer as every caller sees it, without what only the server needs. */
export const customerFields = {
  customer_id: v.string(),
  customer_name: v.string(),
  customer_phone: v.optional(v.string()),
  customer_email: v.optional(v.string()),
  customer_obtained_type: v.optional(obtainedType),
};

export const customer = v.object({
  _id: v.id("customers"),
  _creationTime: v.number(),
  ...customerFields,
});

/**
 * A job as every caller sees it. The customer's name and phone are copies that
 * the server keeps in step, so that a list of jobs reads no customers.
 */
export const jobFields = {
  job_customer_id: v.string(),
  job_customer_phone: v.optional(v.string()),
  customer_name: v.string(),
  job_address: v.string(),
  job_city: v.optional(v.string()),
  job_status: jobStatus,
  job_categories: v.array(jobCategory),
  job_estimate_date: v.optional(v.number()),
  job_install_date: v.optional(v.number()),
  jobs_price: v.optional(v.number()),
  job_notes: v.optional(v.string()),
  job_photo_estimate: fileIds,
  job_photo_install: fileIds,
  job_drawings: fileIds,
};

export const job = v.object({
  _id: v.id("jobs"),
  _creationTime: v.number(),
  ...jobFields,
});

export const jobDates = v.object({
  _id: v.id("jobs"),
  job_estimate_date: v.optional(v.number()),
  job_install_date: v.optional(v.number()),
  job_customer_id: v.string(),
  customer_name: v.string(),
  job_address: v.string(),
});

/** What a caller may say of a new customer; free text that the domain reads. */
export const newCustomerArgs = {
  customer_name: v.string(),
  customer_phone: v.optional(v.string()),
  customer_email: v.optional(v.string()),
  customer_obtained_type: v.optional(v.string()),
};

/** A change of a customer: null clears, a missing key changes nothing. */
export const customerChangeArgs = {
  customer_name: v.optional(v.string()),
  customer_phone: v.optional(v.union(v.string(), v.null())),
  customer_email: v.optional(v.union(v.string(), v.null())),
  customer_obtained_type: v.optional(v.union(v.string(), v.null())),
};

const jobFileLists = {
  job_photo_estimate: v.optional(fileIds),
  job_photo_install: v.optional(fileIds),
  job_drawings: v.optional(fileIds),
};

export const newJobArgs = {
  job_customer_id: v.optional(v.string()),
  customer: v.optional(v.object(newCustomerArgs)),
  job_address: v.string(),
  job_city: v.optional(v.string()),
  job_status: v.optional(v.string()),
  job_categories: v.optional(v.array(v.string())),
  job_estimate_date: v.optional(v.number()),
  job_install_date: v.optional(v.number()),
  jobs_price: v.optional(v.number()),
  job_notes: v.optional(v.string()),
  ...jobFileLists,
};

/** A change of a job: null clears, a missing key changes nothing. */
export const jobChangeArgs = {
  job_customer_id: v.optional(v.string()),
  customer: v.optional(v.object(customerChangeArgs)),
  job_address: v.optional(v.string()),
  job_city: v.optional(v.union(v.string(), v.null())),
  job_status: v.optional(v.string()),
  job_categories: v.optional(v.array(v.string())),
  job_estimate_date: v.optional(v.union(v.number(), v.null())),
  job_install_date: v.optional(v.union(v.number(), v.null())),
  jobs_price: v.optional(v.union(v.number(), v.null())),
  job_notes: v.optional(v.union(v.string(), v.null())),
  ...jobFileLists,
};

export type Customer = Infer<typeof customer>;
export type Job = Infer<typeof job>;
export type JobDates = Infer<typeof jobDates>;
export type NewCustomerArgs = ObjectType<typeof newCustomerArgs>;
export type CustomerChangeArgs = ObjectType<typeof customerChangeArgs>;
export type NewJobArgs = ObjectType<typeof newJobArgs>;
export type JobChangeArgs = ObjectType<typeof jobChangeArgs>;

type LiteralUnion<Values extends readonly string[]> = VUnion<
  Values[number],
  VLiteral<Values[number]>[]
>;

export function literals<
  const Values extends readonly [string, string, ...string[]],
>(values: Values): LiteralUnion<Values> {
  return v.union(...values.map((value) => v.literal<Values[number]>(value)));
}
