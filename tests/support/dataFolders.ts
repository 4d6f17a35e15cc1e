import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import { openBlobStore } from "../../packages/embedded-convex/src/runtime/blobs";
import { openEngine, type Engine } from "../../packages/embedded-convex/src/runtime/engine";
import { loadModules } from "../../server/modules";
import {
  memoryLog,
  valueOf,
} from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { asJpeg } from "./images";
import { entriesOf } from "./zips";

const ORIGIN = "http://127.0.0.1:3000";

/** The functions of convex/ over a data folder, for one person of a workspace. */
export function openFolder(dataDir: string, subject = "owner-1") {
  const engine = openEngine({
    dataDir,
    modules: loadModules(),
    blobs: openBlobStore(join(dataDir, "files")),
    log: memoryLog(),
  });
  const issuer = "https://issuer.test";
  const identity = { subject, issuer, tokenIdentifier: `${issuer}|${subject}` };
  return new OpenFolder(engine, { origin: ORIGIN, identity });
}

class OpenFolder {
  constructor(
    readonly engine: Engine,
    private readonly caller: Parameters<Engine["runQuery"]>[0]["caller"],
  ) {}

  async query(udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
    const { caller } = this;
    const run = await this.engine.runQuery({ udfPath, args, caller });
    return valueOf(run.outcome);
  }

  async mutate(udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
    const { caller } = this;
    const run = await this.engine.runMutation({ udfPath, args, caller });
    return valueOf(run.outcome);
  }

  async act(udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
    const { caller } = this;
    return valueOf(await this.engine.runAction({ udfPath, args, caller }));
  }

  async upload(bytes: Uint8Array<ArrayBuffer>, thumbnailOf?: string): Promise<string> {
    const url = new URL((await this.mutate("jobs:generateUploadUrl")) as string);
    if (thumbnailOf !== undefined) url.searchParams.set("thumbnailOf", thumbnailOf);
    const request = new Request(url, { method: "POST", body: bytes });
    request.headers.set("content-type", "image/jpeg");
    const response = await this.engine.runHttpAction(request, this.caller);
    return ((await response!.json()) as { storageId: string }).storageId;
  }

  close() {
    return this.engine.close();
  }
}

/** A JPEG of random bytes, which do not compress. */
export function photoBytes(length: number): Uint8Array<ArrayBuffer> {
  return asJpeg(Uint8Array.from(randomBytes(length)));
}

/** Jobs with a customer each; the first jobs have `perJob` photos each. */
export async function fillFolder(
  dataDir: string,
  of: { jobs: number; photos: number; photoLength: number; subject?: string },
): Promise<void> {
  const folder = openFolder(dataDir, of.subject);
  const create = (i: number) =>
    folder.mutate("jobs:create", {
      customer: { customer_name: `Customer ${i} Ñandú` },
      job_address: `${i} "Elm" St\n`,
      job_estimate_date: Date.UTC(2026, 2, 14) + i,
      ...(i % 2 === 0 ? { jobs_price: i / 3, job_notes: "🪜 leaks" } : {}),
    });
  const ids: JSONValue[] = [];
  for (let from = 0; from < of.jobs; from += 250) {
    const numbers = Array.from({ length: Math.min(250, of.jobs - from) }, (_, i) => from + i);
    ids.push(...(await Promise.all(numbers.map(create))));
  }
  for (let i = 0; i < of.photos; i++) {
    const fileId = await folder.upload(photoBytes(of.photoLength + i));
    await folder.mutate("jobs:addFiles", {
      id: ids[i % ids.length]!,
      field: "job_photo_estimate",
      fileIds: [fileId],
    });
  }
  await folder.mutate("inventorySeed:seedDefaults");
  await folder.close();
}

/** The content of an export: stored files in base64, everything else as text. */
export async function contentsOf(path: string): Promise<Map<string, string>> {
  return new Map(
    [...(await entriesOf(path))].map(([name, bytes]) => [
      name,
      name.startsWith("_storage/") && !name.endsWith(".jsonl")
        ? bytes.toString("base64")
        : bytes.toString("utf8"),
    ]),
  );
}

export async function rowsOf(path: string, table: string): Promise<Record<string, unknown>[]> {
  const text = (await contentsOf(path)).get(`${table}/documents.jsonl`) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
