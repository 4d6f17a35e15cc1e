import type { Id } from "@convex/_generated/dataModel";
import type { Customer, Job } from "@/features/jobs/jobForm";

export function aJob(overrides: Partial<Job> = {}): Job {
  return {
    _id: "job1" as Id<"jobs">,
    _creationTime: 1_700_000_000_000,
    job_customer_id: "C-1001",
    customer_name: "Ann Field",
    job_customer_phone: "5550100001",
    job_address: "12 Oak St",
    job_status: "lead",
    job_categories: [],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    ...overrides,
  };
}

export function aCustomer(overrides: Partial<Customer> = {}): Customer {
  return {
    _id: "customer1" as Id<"customers">,
    _creationTime: 1_700_000_000_000,
    customer_id: "C-1001",
    customer_name: "Ann Field",
    customer_phone: "5550100001",
    customer_email: "ann@example.com",
    ...overrides,
  };
}
