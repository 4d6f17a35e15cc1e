import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { ImageType } from "@domain/files/images";
import { imageBytes } from "../support/images";
import { PagedList, type ListArgs } from "../support/pagedList";
import type {
  ParityBackend,
  ParityCaller,
} from "../../packages/embedded-convex/tests/support/parity";

export function annaAndBo(backend: ParityBackend): {
  anna: ParityCaller;
  bo: ParityCaller;
} {
  return {
    anna: backend.as({ subject: "anna" }),
    bo: backend.as({ subject: "bo" }),
  };
}

export async function aJobAt(
  caller: ParityCaller,
  job_address: string,
  fields: {
    job_estimate_date?: number;
    job_install_date?: number;
    job_status?: string;
  } = {},
): Promise<Id<"jobs">> {
  return await caller.mutation(api.jobs.create, {
    customer: { customer_name: "Anna Bell", customer_phone: "5551234567" },
    job_address,
    ...fields,
  });
}

/** The addresses of all jobs in a list, loaded page by page like in the browser. */
export async function addressesIn(
  caller: ParityCaller,
  args: Partial<ListArgs>,
  numItems = 2,
): Promise<string[]> {
  const jobs = await pagesOf(caller, args, numItems).loadAll();
  return jobs.map((job) => job.job_address);
}

export function pagesOf(
  caller: ParityCaller,
  args: Partial<ListArgs>,
  numItems: number,
): PagedList {
  const all: ListArgs = {
    search: "",
    status: null,
    sort: "created_asc",
    now: NOW,
    ...args,
  };
  return new PagedList(
    async (paginationOpts) => await caller.query(api.jobs.list, { ...all, paginationOpts }),
    numItems,
  );
}

/** 2:00 PM on Friday, November 20, 2026 in UTC. */
export const NOW = Date.UTC(2026, 10, 20, 14);
export const HOUR = 3_600_000;

export async function upload(
  caller: ParityCaller,
  type: ImageType,
  body = imageBytes(type),
): Promise<{ status: number; answer: unknown }> {
  const url = await caller.mutation(api.jobs.generateUploadUrl, {});
  const response = await caller.fetchUpload(`${url}&name=porch.png`, {
    contentType: type,
    body,
  });
  return { status: response.status, answer: await response.json() };
}

export async function aStoredPhoto(caller: ParityCaller): Promise<Id<"_storage">> {
  const { answer } = await upload(caller, "image/png");
  return (answer as { storageId: Id<"_storage"> }).storageId;
}
