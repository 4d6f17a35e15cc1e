/**
 * The product's functions on a running deployment, with the unmodified Convex client: our server, or Convex itself
 * (.github/workflows/parity.yml).
 */
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_IMAGE_BYTES } from "@domain/files/images";
import { exportData } from "../../server/transfer/exportData";
import { importData } from "../../server/transfer/importData";
import { aConvexClient } from "../../packages/embedded-convex/tests/support/convexClients";
import type {
  ParityBackend,
  ParityCaller,
  ParityIdentity,
} from "../../packages/embedded-convex/tests/support/parity";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { asJpeg } from "../support/images";
import { fillOffice, jobsHolding, officeRandom, typedSearches } from "../support/offices";
import { behaviors } from "./behaviors";
import { type Deployment, openDeployment } from "./deployment";
import { aJobAt } from "./observe";

const SLOW_MS = 300_000;

let deployment: Deployment;

beforeAll(async () => {
  deployment = await openDeployment();
}, SLOW_MS);

afterAll(() => deployment.close());

/** People and organizations that no other test has, so that their workspaces are empty. */
function openParityBackend(): ParityBackend {
  const run = randomUUID();
  const callers = new Map<string, ParityCaller>();
  return {
    as: (identity) => {
      const own = identity && {
        ...identity,
        subject: `${identity.subject}-${run}`,
        ...(identity.org_id && { org_id: `${identity.org_id}-${run}` }),
      };
      const key = JSON.stringify(own);
      const caller = callers.get(key) ?? callerOf(own);
      callers.set(key, caller);
      return caller;
    },
  };
}

function callerOf(identity: ParityIdentity | null): ParityCaller {
  const client = aConvexClient(deployment.url(), {
    initialAuthTokenReuse: true,
  });
  if (identity !== null) client.setAuth(() => deployment.issuer.tokenFor(identity));
  return {
    query: (query, args) => client.query(query, args),
    mutation: (mutation, args) => client.mutation(mutation, args),
    action: (action, args) => client.action(action, args),
    fetchUpload: (uploadUrl, { contentType, body }) =>
      fetch(uploadUrl, {
        method: "POST",
        headers: { "Content-Type": contentType },
        body,
      }),
  };
}

it.each(behaviors)("$name", async ({ run, shows }) => {
  expect(await run(openParityBackend())).toEqual(shows);
});

it(
  "finds every job that a search describes, in an office beside another",
  async () => {
    const { call } = await anOffice();
    const size = { customers: 40, jobs: 80 };
    const office = await fillOffice(call, officeRandom(1), size);
    await fillOffice((await anOffice()).call, officeRandom(2), size);
    for (const search of typedSearches(office, officeRandom(3), 60)) {
      const found = (await call("jobs:search", {
        search,
        count: 1_000,
        status: null,
        sort: "created_desc",
        now: 0,
      })) as { jobs: { _id: string }[] };
      expect(
        found.jobs.map(({ _id }) => _id),
        search,
      ).toEqual(jobsHolding(office, search).toReversed());
    }
  },
  SLOW_MS,
);

it(
  "keeps a photo of 20 MiB through an export, an import on one machine, and back",
  async () => {
    const identity = { subject: `anna-${randomUUID()}` };
    const photo = asJpeg(Uint8Array.from(randomBytes(MAX_IMAGE_BYTES)));
    const { id, fileId } = await aJobWithPhoto(callerOf(identity), photo);
    await expectPhoto(callerOf(identity), { fileId, photo });

    const folder = temporaryFolder();
    const [dataDir, exported, back] = ["data", "exported.zip", "back.zip"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await deployment.exportTo(exported);
    await importData({ dataDir, path: exported });
    await exportData({ dataDir, path: back });
    await callerOf(identity).mutation(api.jobs.deleteJob, { id });
    await deployment.importFrom(back);

    const anna = callerOf(identity);
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      job_address: "12 Elm Street",
      job_photo_install: [fileId],
    });
    await expectPhoto(anna, { fileId, photo });
  },
  SLOW_MS,
);

/** A workspace over plain HTTP. */
async function anOffice() {
  const client = new ConvexHttpClient(deployment.url(), { logger: false });
  const identity = { subject: `owner-${randomUUID()}` };
  client.setAuth(await deployment.issuer.tokenFor(identity));
  const call = async (path: string, args: JSONValue): Promise<JSONValue> => {
    const given = args as Record<string, JSONValue>;
    const result: unknown = path.endsWith(":search")
      ? await client.query(makeFunctionReference<"query">(path), given)
      : await client.mutation(makeFunctionReference<"mutation">(path), given);
    return result as JSONValue;
  };
  return { call };
}

async function aJobWithPhoto(caller: ParityCaller, body: Uint8Array<ArrayBuffer>) {
  const id = await aJobAt(caller, "12 Elm Street");
  const url = await caller.mutation(api.jobs.generateUploadUrl, {});
  const answer = await caller.fetchUpload(url, {
    contentType: "image/jpeg",
    body,
  });
  expect(answer.status).toBe(200);
  const { storageId: fileId } = (await answer.json()) as {
    storageId: Id<"_storage">;
  };
  const field = "job_photo_install";
  await caller.mutation(api.jobs.addFiles, { id, field, fileIds: [fileId] });
  return { id, fileId };
}

async function expectPhoto(
  caller: ParityCaller,
  { fileId, photo }: { fileId: string; photo: Uint8Array },
) {
  const [url] = await caller.query(api.files.getUrls, { ids: [fileId] });
  const answer = await fetch(url!);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  // Equal without a report of 20 MiB of differences.
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.equals(photo)).toBe(true);
}
