/** A day of 60 visits, each with a photo of the demo. */
import { readdir, readFile } from "node:fs/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { instantOf } from "../scripts/demo/office";
import { ZONE } from "./officeData";

const PHOTOS = "public/example";
const VISITS = 60;
/** Days from today, after all visits of the morning's office. */
const DAY = 1_500;

const create = makeFunctionReference<"mutation", Record<string, unknown>>("jobs:create");
const newUploadUrl = makeFunctionReference<"mutation", Record<string, never>, string>(
  "jobs:generateUploadUrl",
);

/** Returns the day, as in the address of the dashboard. */
export async function fillPhotoDay({
  url,
  token,
}: {
  readonly url: string;
  readonly token: string;
}): Promise<string> {
  const time = { now: Date.now(), timeZone: ZONE };
  const client = new ConvexHttpClient(url, {
    logger: false,
    skipConvexDeploymentUrlCheck: true,
  });
  client.setAuth(token);
  const upload = async (photo: Buffer, thumbnailOf?: string) => {
    const target = new URL(await client.mutation(newUploadUrl, {}));
    if (thumbnailOf !== undefined) target.searchParams.set("thumbnailOf", thumbnailOf);
    const headers = { "content-type": "image/webp" };
    const body = new Uint8Array(photo);
    const answer = await fetch(target, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { readonly storageId: string };
  };
  const names = await readdir(PHOTOS);
  for (let at = 0; at < VISITS; at += 1) {
    const photo = await readFile(`${PHOTOS}/${names[at % names.length]}`);
    const { storageId } = await upload(photo);
    await upload(photo, storageId);
    await client.mutation(create, {
      customer: { customer_name: `Photo Customer ${at + 1}` },
      job_address: `${at + 1} Elm St`,
      job_status: "estimate_scheduled",
      job_estimate_date: instantOf({ day: DAY, hour: 8 + at / 10 }, time),
      job_photo_estimate: [storageId],
    });
  }
  const at = instantOf({ day: DAY, hour: 12 }, time);
  return new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(at);
}
