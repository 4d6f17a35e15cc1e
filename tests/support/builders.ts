import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { changeOf } from "@/offline/photos/photoRules";
import type { WaitingPhoto } from "@/offline/photos/photosWaiting";

// Documents and arguments with defaults for every field that a test does not name.

export type Job = FunctionReturnType<typeof api.jobs.getAll>[number];
export type Customer = FunctionReturnType<typeof api.customers.search>[number];
export type Item = FunctionReturnType<typeof api.inventory.listItems>[number];
export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];
export type NewJob = FunctionArgs<typeof api.jobs.create>;
export type NewCustomer = FunctionArgs<typeof api.customers.create>;

/** 2:00 PM on Friday, November 20, 2026 in UTC. */
export const FRIDAY_2_PM = Date.UTC(2026, 10, 20, 14);

export function aCustomer(overrides: Partial<Customer> = {}): Customer {
  return {
    _id: "customer1" as Id<"customers">,
    _creationTime: FRIDAY_2_PM,
    customer_id: "C-1001",
    customer_name: "Ann Field",
    customer_phone: "5550100001",
    customer_email: "ann@example.com",
    ...overrides,
  };
}

export function aJob(overrides: Partial<Job> = {}): Job {
  return {
    _id: "job1" as Id<"jobs">,
    _creationTime: FRIDAY_2_PM,
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

/** Arguments of customers.create. */
export function aNewCustomer(overrides: Partial<NewCustomer> = {}): NewCustomer {
  return { customer_name: "Anna Bell", ...overrides };
}

/** Arguments of jobs.create, for a new customer unless the overrides name one. */
export function aNewJob(overrides: Partial<NewJob> = {}): NewJob {
  const customer = overrides.job_customer_id === undefined ? { customer: aNewCustomer() } : {};
  return { job_address: "12 Elm Street", ...customer, ...overrides };
}

/** Items and colors have their own ids, because tests list several. */
let made = 0;

export function anItem(overrides: Partial<Item> = {}): Item {
  made += 1;
  return {
    _id: `item${made}` as Id<"inventoryItems">,
    _creationTime: made,
    name: "Hidden Hanger",
    sku: "HGR-HIDDEN",
    category: "gutter",
    sizeOptions: [],
    _prices: [],
    ...overrides,
  };
}

export function aColor(overrides: Partial<Color> = {}): Color {
  made += 1;
  return {
    _id: `color${made}` as Id<"inventoryColors">,
    _creationTime: made,
    colorNumber: "180",
    colorName: "Musket Brown",
    hexColor: "#4a3b31",
    sizeOptions: ["5", "6"],
    quantity: 0,
    sizes: [],
    levels: [],
    ...overrides,
  };
}

/** A photo that waits on the device for its turn. */
/** `attachment` may name some of its fields. */
export function aWaitingPhoto({
  attachment,
  ...overrides
}: WaitingPhotoOverrides = {}): WaitingPhoto {
  const chosen = {
    id: crypto.randomUUID(),
    subject: { key: "job1", label: "12 Elm Street" },
    field: "job_photo_estimate",
    ...{ name: "front.jpg", type: "image/jpeg", at: 1, isHeld: false },
  } as const;
  const change = changeOf(chosen);
  return {
    ...change,
    ...{ order: 1, release: "", attempts: 0 },
    state: { kind: "waiting" },
    syncStatus: "Waiting",
    progress: null,
    reason: null,
    isBlocked: false,
    isKept: true,
    problem: null,
    preview: () => undefined,
    retry: null,
    discard: null,
    ...overrides,
    attachment: { ...change.attachment, ...attachment },
  };
}

export type WaitingPhotoOverrides = Partial<Omit<WaitingPhoto, "attachment">> & {
  readonly attachment?: Partial<WaitingPhoto["attachment"]>;
};
