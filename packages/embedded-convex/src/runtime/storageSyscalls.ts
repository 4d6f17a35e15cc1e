/** The syscalls behind `ctx.storage`, in queries, mutations and actions. */
import type { JSONValue } from "convex/values";
import { decodeDocumentId } from "../store/documentId";
import { asText } from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import type { Transaction } from "../store/transaction";
import type { Call } from "./call";
import { outsideCalls } from "./callContext";
import { type AsyncSyscall, writableOf } from "./databaseSyscalls";

type FileSyscall = (call: Call, args: Record<string, unknown>) => unknown;

export const storageSyscalls: Readonly<Record<string, AsyncSyscall>> = {
  "1.0/storageGetUrl": (call, args) => {
    const url = call.runtime.files.downloadUrl(
      reading(call),
      storageIdOf(args, "getUrl"),
      call.caller.origin,
    );
    return JSON.stringify(url);
  },
  "1.0/storageGetMetadata": (call, args) => {
    const id = storageIdOf(args, "getMetadata");
    const file = call.runtime.files.file(reading(call), id);
    if (file === null) return "null";
    const { storageId, size, contentType } = file;
    const sha256 = Buffer.from(file.sha256, "base64").toString("hex");
    return JSON.stringify({ storageId, sha256, size, contentType });
  },
  "1.0/storageGenerateUploadUrl": (call) =>
    writing(call, (transaction) =>
      call.runtime.files.issueUploadUrl(transaction, call.caller.origin),
    ),
  "1.0/storageDelete": (call, args) =>
    writing(call, (transaction) => {
      call.runtime.files.remove(transaction, storageIdOf(args, "delete"));
      return null;
    }),
  "1.0/storageStore": async (call, args) => {
    const { files } = call.runtime;
    const bytes = Buffer.from(asText(args.blob), "base64");
    const blob = await files.writeBlob(chunks(bytes), given(args.sha256));
    const contentType = given(args.contentType) ?? null;
    return JSON.stringify(
      call.transaction === null
        ? await outsideCalls(() => files.recordOrDiscard(blob, contentType))
        : files.insert(writableOf(call), blob, contentType),
    );
  },
  "1.0/storageGet": async (call, args) => {
    const blob = await call.runtime.files.read(storageIdOf(args, "getMetadata"));
    if (blob === null) return "null";
    const bytes = Buffer.from(await blob.arrayBuffer());
    return JSON.stringify({
      blob: bytes.toString("base64"),
      contentType: blob.type === "" ? null : blob.type,
    });
  },
};

/** The syscalls that pass a Blob instead of JSON. */
export const fileSyscalls: ReadonlyMap<string, FileSyscall> = new Map<string, FileSyscall>([
  ["storage/storeBlob", storeBlob],
  [
    "storage/getBlob",
    (call, args) =>
      call.runtime.files.read(storageIdOf(args as Record<string, JSONValue>, "getMetadata")),
  ],
]);

async function storeBlob(call: Call, args: Record<string, unknown>): Promise<string> {
  const { files } = call.runtime;
  const body = args.blob as Blob;
  const options = args.options as { sha256?: string } | undefined;
  const stream = body.stream() as unknown as AsyncIterable<Uint8Array>;
  const blob = await files.writeBlob(stream, options?.sha256);
  return files.recordOrDiscard(blob, body.type === "" ? null : body.type);
}

/** The ids of Convex's first file storage, which no file has here. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function storageIdOf(args: Record<string, JSONValue>, method: string): string {
  const storageId = asText(args.storageId);
  if (decodeDocumentId(storageId) !== null || UUID.test(storageId)) return storageId;
  throw new DeveloperError(
    "InvalidArgument",
    `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "${storageId}". Storage ID should be an Id of '_storage' table, or a UUID string.`,
  );
}

function reading(call: Call): Transaction {
  return call.transaction ?? call.runtime.database.read();
}

/** Writes in a mutation's transaction, or in a separate transaction of an action. */
async function writing(call: Call, run: (transaction: Transaction) => JSONValue): Promise<string> {
  if (call.transaction !== null) return JSON.stringify(run(writableOf(call)));
  const { committer } = call.runtime.database;
  const { value } = await outsideCalls(() => committer.submit({ run }));
  return JSON.stringify(value);
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function given(value: JSONValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
