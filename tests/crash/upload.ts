/** A photo on its way to an upload address, in pieces, so that the server can be killed between two of them. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { wholeNumber, type Random } from "../../domain/random";
import type { Moments } from "./moments";

const PIECE = 16 * 1024;

/** A JPEG's beginning and then noise, as a photo's bytes are; most are small, and some as large as a phone makes them. */
export function photo(random: Random): Buffer {
  const size =
    random() < 0.1
      ? wholeNumber(random, 1_000_000, 3_000_000)
      : wholeNumber(random, 200, 120_000);
  const bytes = Buffer.alloc(size);
  // Every fourth byte is enough to tell one photo from every other.
  for (let at = 0; at + 4 <= size; at += 4) {
    bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), at);
  }
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

/** Null where the line broke: then nobody knows what became of it. */
export async function post(
  url: string,
  bytes: Buffer,
  moments: Moments,
): Promise<UploadAnswer | null> {
  const upload = request(url, {
    method: "POST",
    headers: { "content-type": "image/jpeg", "content-length": bytes.length },
  });
  const answered = new Promise<UploadAnswer | null>((resolve) => {
    upload.on("error", () => resolve(null));
    upload.on("response", (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body }),
        () => resolve(null),
      );
    });
  });
  const told = (event: string) =>
    new Promise<void>((resolve) => upload.once(event, () => resolve()));
  const closed = told("close");
  for (let at = 0; at < bytes.length && !upload.destroyed; at += PIECE) {
    const isTaken = upload.write(bytes.subarray(at, at + PIECE));
    moments.tell("uploading");
    if (!isTaken) await Promise.race([told("drain"), closed]);
  }
  upload.end();
  const answer = await answered;
  if (answer !== null) moments.tell("uploaded");
  return answer;
}
