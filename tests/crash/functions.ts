/** The product's functions that the clients of the harness call, by their public names. */
import { makeFunctionReference } from "convex/server";

const mutation = <Args extends Record<string, unknown>, Value>(name: string) =>
  makeFunctionReference<"mutation", Args, Value>(name);
const query = <Args extends Record<string, unknown>, Value>(name: string) =>
  makeFunctionReference<"query", Args, Value>(name);

export type Nothing = Record<string, never>;

/** When the jobs are that somebody watches. */
export const DAY = Date.UTC(2026, 2, 14);

export interface JobView {
  readonly _id: string;
  readonly job_address: string;
  readonly job_notes?: string;
  readonly customer_name: string;
  readonly job_photo_estimate: string[];
}

export interface ColorView {
  readonly colorNumber: string;
  readonly quantity: number;
}

export const createCustomer = mutation<{ customer_name: string }, string>(
  "customers:create",
);
export const renameCustomer = mutation<
  { customer_id: string; customer_name: string },
  null
>("customers:update");
export const createJob = mutation<Record<string, unknown>, string>(
  "jobs:create",
);
export const updateJob = mutation<{ id: string; job_notes: string }, null>(
  "jobs:update",
);
export const deleteJob = mutation<{ id: string }, null>("jobs:deleteJob");
export const addFiles = mutation<
  { id: string; field: "job_photo_estimate"; fileIds: string[] },
  null
>("jobs:addFiles");
export const removeFile = mutation<
  { id: string; field: "job_photo_estimate"; fileId: string },
  null
>("jobs:removeFile");
export const generateUploadUrl = mutation<Nothing, string>(
  "jobs:generateUploadUrl",
);
export const seedDefaults = mutation<Nothing, unknown>(
  "inventorySeed:seedDefaults",
);
export const adjustColorQuantity = mutation<
  { colorNumber: string; delta: number },
  number
>("inventory:adjustColorQuantity");
export const listColors = query<Nothing, ColorView[]>("inventory:listColors");
export const jobsOfDay = query<{ dayStart: number; dayEnd: number }, JobView[]>(
  "jobs:getScheduledForDay",
);
export const getUrls = query<{ ids: string[] }, (string | null)[]>(
  "files:getUrls",
);
