/**
 * Receives one file by its ticket. Its content type is detected from its bytes,
 * so that the type served later is the type checked here.
 */
import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Claim } from "./uploadTickets";
import { isAppErrorData, type AppErrorData } from "../../../domain/calls/errors";
import { ImageEnd } from "../../../domain/files/imageEnd";
import {
  cutOffImageSentence,
  detectImageType,
  LARGE_THUMBNAIL_SENTENCE,
  MAX_THUMBNAIL_BYTES,
  emptyFileSentence,
  type ImageType,
  isAcceptedType,
  largeFileSentence,
  MAX_IMAGE_BYTES,
  notAnImageSentence,
  sanitizeFileName,
  SIGNATURE_BYTES,
} from "../../../domain/files/images";
import { TICKET_REFUSED, TOO_MANY_BYTES, TOO_MANY_UPLOADS } from "../../../domain/files/uploads";

/** CORS: any origin may POST; the ticket is the authorization. */
const CROSS_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
};

type Upload = {
  readonly request: Request;
  readonly name: string | null;
  /** The photo whose thumbnail this is, or null. */
  readonly photoId: string | null;
};

/**
 * Milliseconds by which a refusal of one upload too many is delayed: a page that retries at once would keep the
 * server busy.
 */
const TOO_MANY_DELAY_MS = 1_000;

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function allowUpload(): Response {
  return new Response(null, { status: 204, headers: CROSS_ORIGIN });
}

export async function receiveUpload(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return answer(200, await storeUpload(ctx, request));
  } catch (error) {
    if (error instanceof ConvexError && isAppErrorData(error.data)) return answer(409, error.data);
    if (!(error instanceof Refusal)) throw error;
    return answer(error.status, {
      code: "INVALID",
      field: "file",
      message: error.message,
    } satisfies AppErrorData);
  }
}

async function storeUpload(ctx: ActionCtx, request: Request): Promise<{ storageId: string }> {
  const { searchParams } = new URL(request.url);
  const upload: Upload = {
    request,
    name: sanitizeFileName(searchParams.get("name")),
    photoId: searchParams.get("thumbnailOf"),
  };
  const claim = await ctx.runMutation(internal.files.claim, {
    ticket: searchParams.get("ticket") ?? "",
    key: searchParams.get("key") ?? "",
  });
  if (claim === null) throw new Refusal(403, TICKET_REFUSED);
  if (typeof claim === "string") {
    await new Promise((resolve) => setTimeout(resolve, TOO_MANY_DELAY_MS));
    throw new Refusal(429, claim === "too many" ? TOO_MANY_UPLOADS : TOO_MANY_BYTES);
  }
  const { ticketId, sweepId } = claim;
  let isRead = false;
  try {
    const image = await readImage(upload);
    isRead = true;
    return await storeImage(ctx, { ...upload, image }, claim);
  } catch (error) {
    await ctx.runMutation(internal.files.expire, {
      ticketId,
      // Nothing was stored: the upload was refused or interrupted. After a later error the sweep is needed.
      ...(!isRead && { sweepId }),
    });
    throw error;
  }
}

type Image = { readonly blob: Blob; readonly type: ImageType };

async function storeImage(
  ctx: ActionCtx,
  { name, photoId, image }: Upload & { readonly image: Image },
  claim: Claim,
): Promise<{ storageId: string }> {
  const storageId = await ctx.storage.store(image.blob);
  try {
    await ctx.runMutation(internal.files.record, {
      ...claim,
      storageId,
      contentType: image.type,
      size: image.blob.size,
      ...(name === null ? {} : { name }),
      ...(photoId === null ? {} : { photoId }),
    });
  } catch (error) {
    // Without a row, nothing would lead to the stored file.
    await ctx.storage.delete(storageId);
    throw error;
  }
  return { storageId };
}

/**
 * Reads the whole body. Refuses it as soon as it is known to be too large or no image. Memory holds the body once:
 * each chunk is copied into a Blob, and a Blob of Blobs copies nothing.
 */
async function readImage({ request, name, photoId }: Upload): Promise<Image> {
  if (!isAcceptedType(request.headers.get("Content-Type") ?? ""))
    throw new Refusal(415, notAnImageSentence(name));
  const [most, tooLarge] =
    photoId === null
      ? [MAX_IMAGE_BYTES, largeFileSentence(name)]
      : [MAX_THUMBNAIL_BYTES, LARGE_THUMBNAIL_SENTENCE];
  if (Number(request.headers.get("Content-Length")) > most) throw new Refusal(413, tooLarge);
  const parts: Blob[] = [];
  let size = 0;
  let start = new Uint8Array(0);
  let image: { type: ImageType; end: ImageEnd } | null = null;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > most) throw new Refusal(413, tooLarge);
    parts.push(new Blob([chunk]));
    if (image !== null) {
      image.end.push(chunk);
      continue;
    }
    start = joined(start, chunk);
    if (start.length >= SIGNATURE_BYTES) image = imageFrom(start, name);
  }
  if (size === 0) throw new Refusal(400, emptyFileSentence(name));
  const { type, end } = image ?? imageFrom(start, name);
  if (end.isCutOff) throw new Refusal(400, cutOffImageSentence(name));
  return { type, blob: new Blob(parts, { type }) };
}

function imageFrom(start: Uint8Array, name: string | null) {
  const type = detectImageType(start);
  if (type === null) throw new Refusal(415, notAnImageSentence(name));
  const end = new ImageEnd(type);
  end.push(start);
  return { type, end };
}

/** Cancels the body if the caller stops reading. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next?.value === undefined) return;
      yield next.value;
    }
  } finally {
    await reader?.cancel();
  }
}

function joined(start: Uint8Array, more: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (start.length === 0) return more;
  const bytes = new Uint8Array(start.length + more.length);
  bytes.set(start);
  bytes.set(more, start.length);
  return bytes;
}

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CROSS_ORIGIN, "Content-Type": "application/json" },
  });
}
