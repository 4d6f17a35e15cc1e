/** Concurrent photo uploads, compared with hashing and writing the same bytes without a server. */
import type { ClientProcess } from "./clientProcess";
import { diskFiles } from "./disk";
import { percentile, rateOf, rowWithGoal, type Row } from "./results";
import type { BenchServer } from "./server";

/** The most that the server accepts of one person. */
const PARALLEL = 12;
const PHOTOS = 200;
const PHOTO_BYTES = 2 * 1024 * 1024;
const MAX_PROCESSOR_MS = 12;

export async function uploads(server: BenchServer, clients: ClientProcess): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("uploads@example.com");
  await clients.run({ type: "prepare", url, token, jobs: 1 });
  const baseline = diskFiles(server.dataDir, Buffer.alloc(PHOTO_BYTES, 7), PHOTOS);
  const processorBefore = server.processorMs();
  const timed = await clients.time({
    type: "uploads",
    parallel: PARALLEL,
    photos: PHOTOS,
    bytes: PHOTO_BYTES,
  });
  const processorMs = (server.processorMs() - processorBefore) / PHOTOS;
  const megabytesEach = PHOTO_BYTES / 1024 / 1024;
  const rate = rateOf(timed);
  const ratio = processorMs / baseline.processorMs;
  return [
    rowWithGoal(
      `Uploads of ${megabytesEach} MB, ${PARALLEL} at a time`,
      `${(rate * megabytesEach).toFixed(0)} MB/s, ${(rate / baseline.rate).toFixed(2)} of the rate without a server (${(baseline.rate * megabytesEach).toFixed(0)} MB/s); median ${percentile(timed.times, 50).toFixed(0)} ms, p99 ${percentile(timed.times, 99).toFixed(0)} ms; of the processor, the server needs ${processorMs.toFixed(1)} ms each, ${ratio.toFixed(1)} times a hashed and synced file (${baseline.processorMs.toFixed(1)} ms)`,
      {
        goal: `<= ${MAX_PROCESSOR_MS} ms of the processor`,
        isMet: processorMs <= MAX_PROCESSOR_MS,
      },
    ),
  ];
}
