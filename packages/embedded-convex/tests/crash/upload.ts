/** Uploads in pieces, so that the server can be killed between two of them. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { Random } from "../support/random";
import type { TrafficEvents } from "./trafficEvents";

const PIECE = 16 * 1024;

const JPEG_START = [0xff, 0xd8, 0xff, 0xda, 0x00, 0x02];
const JPEG_END = [0xff, 0xd9];

/** Overwrites the ends of the bytes, and each byte that would be a marker, so that they have a JPEG's structure. */
export function asJpeg<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0xff) bytes[at] = 0xfe;
  }
  bytes.set(JPEG_START);
  bytes.set(JPEG_END, bytes.length - JPEG_END.length);
  return bytes;
}

/** A JPEG of random bytes. Most are small, some are as large as photos of a phone. */
export function photo(random: Random): Buffer {
  const size = random.chance(0.1)
    ? random.between(1_000_000, 3_000_000)
    : random.between(200, 120_000);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) {
    bytes.writeUInt32LE(random.below(2 ** 32), at);
  }
  return asJpeg(bytes);
}

export interface UploadResponse {
  readonly status: number;
  readonly body: string;
}

/** Null if the connection broke: the file may be stored. */
export async function upload(
  url: string,
  bytes: Buffer,
  events: TrafficEvents,
): Promise<UploadResponse | null> {
  const req = request(url, {
    method: "POST",
    headers: { "content-type": "image/jpeg", "content-length": bytes.length },
  });
  const responded = new Promise<UploadResponse | null>((resolve) => {
    req.on("error", () => resolve(null));
    req.on("response", (res) => {
      text(res).then(
        (body) => resolve({ status: res.statusCode ?? 0, body }),
        () => resolve(null),
      );
    });
  });
  const emitted = (event: string) =>
    new Promise<void>((resolve) => req.once(event, () => resolve()));
  const closed = emitted("close");
  for (let at = 0; at < bytes.length && !req.destroyed; at += PIECE) {
    const hasRoom = req.write(bytes.subarray(at, at + PIECE));
    events.emit("uploading");
    if (!hasRoom) await Promise.race([emitted("drain"), closed]);
  }
  req.end();
  const response = await responded;
  if (response !== null) events.emit("uploaded");
  return response;
}
