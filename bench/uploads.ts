/** Photos as phones send them, many at once, next to what the disk takes. */
import type { ClientProcess } from "./clientProcess";
import { bareFiles } from "./disk";
import { percentile, rateOf, row, type Row } from "./results";
import type { BenchServer } from "./server";

const PARALLEL = 20;
const PHOTOS = 200;
const PHOTO_BYTES = 2 * 1024 * 1024;

export async function uploads(
  server: BenchServer,
  clients: ClientProcess,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("uploads@example.com");
  await clients.ask({ type: "prepare", url, token, jobs: 1 });
  const bare = bareFiles(server.dataDir, Buffer.alloc(PHOTO_BYTES, 7), PHOTOS);
  const sent = await clients.time({
    type: "uploads",
    parallel: PARALLEL,
    photos: PHOTOS,
    bytes: PHOTO_BYTES,
  });
  const megabytesEach = PHOTO_BYTES / 1024 / 1024;
  const rate = rateOf(sent);
  return [
    row(
      `Uploads of ${megabytesEach} MB, ${PARALLEL} at a time`,
      `${(rate * megabytesEach).toFixed(0)} MB/s, ${(rate / bare).toFixed(2)} of the bare disk (${(bare * megabytesEach).toFixed(0)} MB/s); median ${percentile(sent.times, 50).toFixed(0)} ms, p99 ${percentile(sent.times, 99).toFixed(0)} ms`,
    ),
  ];
}
