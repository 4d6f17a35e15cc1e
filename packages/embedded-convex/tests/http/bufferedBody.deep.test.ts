import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { RequestBodyError } from "../../src/functionCall";
import { BodyBuffer, type BodyLimits } from "../../src/http/bufferedBody";
import { HttpError } from "../../src/httpError";
import { eventually } from "../support/eventually";
import { anHttpServer } from "../support/handlerServer";
import { temporaryFolder } from "../support/temporaryFolder";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Keeps no long body in memory. Answers with the length of the body, once `mayEnd` allows it. */
async function aServer(
  limits: Partial<BodyLimits>,
  mayEnd: () => Promise<void> = () => Promise.resolve(),
) {
  const folder = temporaryFolder();
  const bodies = new BodyBuffer(folder, {
    maxBytes: 21 * MIB,
    sharedMemoryBytes: 0,
    ...limits,
  });
  const failures: unknown[] = [];
  const passedOn: { pieces: number; sha256: string; files: number }[] = [];
  let reading = 0;
  const url = await anHttpServer(async (req, res) => {
    const body = bodies.open(req);
    try {
      let size = 0;
      let pieces = 0;
      const hash = createHash("sha256");
      for await (const chunk of body.stream) {
        if (pieces === 0) reading += 1;
        pieces += 1;
        size += chunk.length;
        hash.update(chunk);
      }
      const files = readdirSync(folder).length;
      passedOn.push({ pieces, sha256: hash.digest("hex"), files });
      await mayEnd();
      res.end(String(size));
    } catch (error) {
      failures.push(error);
      throw error instanceof RequestBodyError ? error.cause : error;
    } finally {
      await body.release();
    }
    return true;
  });
  return { url, folder, failures, passedOn, reading: () => reading };
}

/** Shared, so that the clients, in this process, take little memory. */
const ZEROS = Buffer.alloc(2 * MIB);

/** Sends all of a body but its last byte. */
function holdOpen(url: string, bytes: number): ClientRequest {
  const req = request(url, {
    method: "POST",
    headers: { "content-length": bytes },
  });
  req.on("error", () => undefined);
  onTestFinished(() => void req.destroy());
  req.write(ZEROS.subarray(0, bytes - 1));
  return req;
}

async function answerOf(req: ClientRequest): Promise<string> {
  const [response] = (await once(req, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
}

const post = (url: string, bytes: number) =>
  fetch(url, { method: "POST", body: Buffer.alloc(bytes, "x") });

it("passes on short and long bodies, and leaves no file", async () => {
  const { url, folder } = await aServer({ memoryBytes: 100 * KIB });
  for (const bytes of [1, 100 * KIB, 300 * KIB, 5 * MIB]) {
    expect(await (await post(url, bytes)).text()).toBe(String(bytes));
  }
  await eventually(() => (readdirSync(folder).length === 0 ? true : null));
});

it("passes on every byte of a long body, in few pieces", async () => {
  const { url, passedOn } = await aServer({ memoryBytes: 100 * KIB });
  const body = randomBytes(5 * MIB + 1);
  await fetch(url, { method: "POST", body });
  const sha256 = createHash("sha256").update(body).digest("hex");
  // Of 512 KiB, as it is read from its file, not of 64 KiB as it arrives.
  expect(passedOn).toEqual([{ pieces: 11, sha256, files: 1 }]);
});

it("keeps long bodies in memory until their functions end, and those without room in files", async () => {
  let end = () => {};
  const gate = new Promise<void>((resolve) => (end = resolve));
  const { url, passedOn } = await aServer(
    { memoryBytes: 100 * KIB, sharedMemoryBytes: 3 * MIB },
    () => gate,
  );
  const body = randomBytes(2 * MIB);
  const sha256 = createHash("sha256").update(body).digest("hex");
  const send = async () => (await fetch(url, { method: "POST", body })).text();
  const first = send();
  await eventually(() => (passedOn.length === 1 ? true : null));
  const second = send();
  await eventually(() => (passedOn.length === 2 ? true : null));
  end();
  expect([await first, await second]).toEqual([`${2 * MIB}`, `${2 * MIB}`]);
  // The answer is sent before the memory is released: one of these finds room.
  while (passedOn.at(-1)?.files !== 0) await send();
  expect(passedOn.slice(0, 2).map(({ files }) => files)).toEqual([0, 1]);
  for (const { pieces, sha256: digest } of passedOn) {
    expect(digest).toBe(sha256);
    expect(pieces).toBeLessThanOrEqual(4);
  }
});

it("keeps bodies that are held open in files and not in memory", async () => {
  const { url, folder, reading } = await aServer({ memoryBytes: 100 * KIB });
  const bytes = 2 * MIB;
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const open = Array.from({ length: 30 }, () => holdOpen(url, bytes));
  await eventually(() => (readdirSync(folder).length === 30 ? true : null));
  await eventually(() => (open.every((req) => req.socket?.writableLength === 0) ? true : null));
  // Of the 60 MiB that were sent.
  await eventually(() => {
    collectGarbage();
    const used = process.memoryUsage().arrayBuffers - before;
    return used < 10 * MIB ? true : null;
  });
  expect(reading()).toBe(0);
  const answers = open.map(answerOf);
  for (const req of open) req.end("x");
  expect(new Set(await Promise.all(answers))).toEqual(new Set([String(bytes)]));
  await eventually(() => (readdirSync(folder).length === 0 ? true : null));
});

it("refuses a body while too many others arrive", async () => {
  const { url, failures } = await aServer({ receiving: 2 });
  const open = [holdOpen(url, 10), holdOpen(url, 10)];
  const refused = await eventually(async () => {
    const response = await post(url, 10);
    return response.status === 503 ? response : null;
  });
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ code: "TooManyUploads" });
  expect(failures.at(-1)).toBeInstanceOf(RequestBodyError);
  const answers = open.map(answerOf);
  for (const req of open) req.end("x");
  expect(await Promise.all(answers)).toEqual(["10", "10"]);
  expect((await post(url, 10)).status).toBe(200);
});

it("lets functions read only so many long bodies at the same time", async () => {
  let end = () => {};
  const gate = new Promise<void>((resolve) => (end = resolve));
  const { url, folder, reading } = await aServer(
    { memoryBytes: 10 * KIB, readingBytes: 2 * MIB },
    () => gate,
  );
  const answers = [1, 2, 3, 4].map(() => post(url, MIB));
  await eventually(() => (readdirSync(folder).length === 4 ? true : null));
  await eventually(() => (reading() === 2 ? true : null));
  // Short bodies do not wait for them.
  const short = post(url, KIB);
  await eventually(() => (reading() === 3 ? true : null));
  end();
  for (const answer of [...answers, short]) {
    expect((await answer).status).toBe(200);
  }
});

it("fails the read of a body that exceeds the limit, behind its first bytes", async () => {
  const { url, failures, reading } = await aServer({ maxBytes: MIB });
  const inMemory = await aServer({ maxBytes: MIB, sharedMemoryBytes: 9 * MIB });
  const declared = await post(url, 3 * MIB);
  expect([declared.status, reading()]).toEqual([413, 0]);
  const body = new Blob([Buffer.alloc(3 * MIB)]).stream();
  const init = { method: "POST", body, duplex: "half" };
  const undeclared = await fetch(url, init as RequestInit);
  expect([undeclared.status, reading()]).toEqual([413, 1]);
  const again = new Blob([Buffer.alloc(3 * MIB)]).stream();
  const kept = await fetch(inMemory.url, {
    ...init,
    body: again,
  } as RequestInit);
  expect([kept.status, inMemory.reading()]).toEqual([413, 1]);
  for (const error of [...failures, ...inMemory.failures]) {
    expect((error as Error).cause).toBeInstanceOf(HttpError);
  }
});

it("removes the file when the client disconnects", async () => {
  const { url, folder, failures } = await aServer({ memoryBytes: KIB });
  const req = holdOpen(url, MIB);
  await eventually(() => (readdirSync(folder).length === 1 ? true : null));
  req.destroy();
  await eventually(() => (readdirSync(folder).length === 0 ? true : null));
  expect(failures).toEqual([expect.any(RequestBodyError)]);
});
