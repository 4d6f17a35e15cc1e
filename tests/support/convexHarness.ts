import { convexTest, type TestConvexForDataModel } from "convex-test";
import { ConvexError } from "convex/values";
import { expect } from "vitest";
import { api } from "@convex/_generated/api";
import type { DataModel, Id } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import { isTrashKey } from "@domain/history/trashKeys";
import type { AppErrorData } from "@domain/calls/errors";
import type { ImageType } from "@domain/files/images";
import { imageBytes } from "./images";

/** Our functions on convex-test, with Convex's limits enforced. */
export type Caller = TestConvexForDataModel<DataModel>;

export const SITE = "https://downspout.test";

const modules = import.meta.glob("../../convex/**/*.ts");

/** A fresh backend with nobody signed in. */
export function openBackend(): Caller {
  process.env["CONVEX_SITE_URL"] = SITE;
  process.env["CONVEX_CLOUD_URL"] = SITE;
  return convexTest({ schema, modules, transactionLimits: true });
}

/** Anna and Bo, in different workspaces. */
export function openForTwo(): { t: Caller; anna: Caller; bo: Caller } {
  const t = openBackend();
  return {
    t,
    anna: t.withIdentity({ subject: "anna" }),
    bo: t.withIdentity({ subject: "bo" }),
  };
}

/** The error of the call. Fails if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<AppErrorData> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConvexError);
  return (error as ConvexError<AppErrorData>).data;
}

export const NOT_SIGNED_IN: AppErrorData = {
  code: "NOT_SIGNED_IN",
  message: "Sign in to go on.",
};

export function gone(
  thing: "customer" | "job" | "file" | "item" | "row",
  field: string,
): AppErrorData {
  return {
    code: "NOT_FOUND",
    field,
    message: `That ${thing} is no longer there.`,
  };
}

export function refused(field: string, message: string): AppErrorData {
  return { code: "INVALID", field, message };
}

export type Upload = {
  readonly body?: BodyInit;
  readonly type?: string;
  readonly name?: string;
  /** The photo whose thumbnail this is. */
  readonly thumbnailOf?: string;
};

/** Uploads as the browser does: asks for a URL and posts the file to it. */
export async function upload(
  caller: Caller,
  { body = imageBytes("image/png"), type = "image/png", name, thumbnailOf }: Upload = {},
): Promise<Response> {
  const url = new URL(await caller.mutation(api.jobs.generateUploadUrl, {}));
  if (thumbnailOf !== undefined) url.searchParams.set("thumbnailOf", thumbnailOf);
  if (name !== undefined) url.searchParams.set("name", name);
  return await caller.fetch(url.pathname + url.search, {
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });
}

/** The id of a newly stored photo of the caller's workspace. */
export async function aStoredPhoto(
  caller: Caller,
  type: ImageType = "image/jpeg",
): Promise<Id<"_storage">> {
  const response = await upload(caller, { body: imageBytes(type), type });
  expect(response.status).toBe(200);
  const { storageId } = (await response.json()) as {
    storageId: Id<"_storage">;
  };
  return storageId;
}

/** Which of the files a workspace has, outside its trash. */
export async function stillThere(
  caller: Caller,
  ids: readonly Id<"_storage">[],
): Promise<boolean[]> {
  return await caller.run(async (ctx) => {
    const files = await ctx.db.query("files").collect();
    const live = files.filter((file) => !isTrashKey(file.workspaceId));
    return ids.map((id) => live.some((file) => file.storageId === id));
  });
}

/** Those of the files that are still stored. */
export async function stillStored(
  caller: Caller,
  ids: readonly Id<"_storage">[],
): Promise<boolean[]> {
  return await caller.run(
    async (ctx) =>
      await Promise.all(ids.map(async (id) => (await ctx.db.system.get("_storage", id)) !== null)),
  );
}
