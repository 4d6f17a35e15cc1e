import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { AppErrorData } from "../../../domain/errors";
import {
  detectImageType,
  emptyFileSentence,
  isAcceptedType,
  largeFileSentence,
  MAX_IMAGE_BYTES,
  notAnImageSentence,
  sanitizeFileName,
} from "../../../domain/images";

/**
 * Receives one file by its ticket. Its content type is detected from its bytes,
 * so that the type served later is the type checked here.
 */
const TICKET_REFUSED =
  "This upload link has been used or is too old. Try the upload again.";

/** CORS: any origin may POST; the ticket is the authorization. */
const CROSS_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
};

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

export async function receiveUpload(
  ctx: ActionCtx,
  request: Request,
): Promise<Response> {
  try {
    return answer(200, await storeUpload(ctx, request));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answer(error.status, {
      code: "INVALID",
      field: "file",
      message: error.message,
    } satisfies AppErrorData);
  }
}

async function storeUpload(
  ctx: ActionCtx,
  request: Request,
): Promise<{ storageId: string }> {
  const { searchParams } = new URL(request.url);
  const name = sanitizeFileName(searchParams.get("name"));
  const workspaceId = await ctx.runMutation(internal.files.claim, {
    ticket: searchParams.get("ticket") ?? "",
    key: searchParams.get("key") ?? "",
  });
  if (workspaceId === null) throw new Refusal(403, TICKET_REFUSED);
  if (!isAcceptedType(request.headers.get("Content-Type") ?? ""))
    throw new Refusal(415, notAnImageSentence(name));
  const bytes = await readBody(request, name);
  const contentType = detectImageType(bytes);
  if (contentType === null) throw new Refusal(415, notAnImageSentence(name));
  const sweepId = await ctx.runMutation(internal.files.announce, {});
  const storageId = await ctx.storage.store(
    new Blob([bytes], { type: contentType }),
  );
  try {
    await ctx.runMutation(internal.files.record, {
      sweepId,
      workspaceId,
      storageId,
      contentType,
      size: bytes.length,
      ...(name === null ? {} : { name }),
    });
  } catch (error) {
    // Without its row, nothing would ever lead to the stored file.
    await ctx.storage.delete(storageId);
    throw error;
  }
  return { storageId };
}

/** The whole body, refused as soon as it is known to be too large. */
async function readBody(
  request: Request,
  name: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("Content-Length")) > MAX_IMAGE_BYTES)
    throw new Refusal(413, largeFileSentence(name));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) break;
    chunks.push(next.value);
    size += next.value.length;
    if (size > MAX_IMAGE_BYTES) {
      await reader?.cancel();
      throw new Refusal(413, largeFileSentence(name));
    }
  }
  if (size === 0) throw new Refusal(400, emptyFileSentence(name));
  return joined(chunks, size);
}

function joined(
  chunks: readonly Uint8Array[],
  size: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CROSS_ORIGIN, "Content-Type": "application/json" },
  });
}
