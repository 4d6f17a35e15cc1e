import { cpSync } from "node:fs";
import { connect } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { createServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import { StoredFiles } from "../../server/storedFiles";
import { eventually } from "../../packages/embedded-convex/tests/support/convexClients";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { inviteFrom, signUp } from "../support/accountsServer";
import { imageBytes } from "../support/images";
import { browserAt, PASSWORD, type Browser } from "../support/people";

async function aServer(dataDir: string): Promise<string> {
  const server = await createServer({
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
    dataDir,
  });
  onTestFinished(() => server.close());
  return server.url;
}

async function clientOf(url: string, browser: Browser) {
  const { token } = (await browser.get("token")).body;
  const client = new ConvexHttpClient(url);
  client.setAuth(token!);
  return client;
}

async function linkOf(url: string, browser: Browser): Promise<string> {
  const client = await clientOf(url, browser);
  return await client.mutation(api.jobs.generateUploadUrl, {});
}

const post = (link: string) =>
  fetch(link, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: imageBytes("image/png"),
  });

test.each(["is removed", "leaves"])(
  "ends the upload links of a member who %s, before that is answered",
  async (end) => {
    const url = await aServer(temporaryFolder());
    const [ana, bo] = [browserAt(url), browserAt(url)];
    await signUp(ana, "Ana");
    await signUp(bo, "Bo", await inviteFrom(ana));
    const [anas, bos] = [await linkOf(url, ana), await linkOf(url, bo)];
    const { user } = (await bo.get("get-session")).body;
    const ended =
      end === "leaves"
        ? await bo.post("team/leave")
        : await ana.post("team/remove", { personId: user!.id });
    expect(ended.status).toBe(200);
    expect((await post(bos)).status).toBe(403);
    expect((await post(anas)).status).toBe(200);
  },
);

/** An upload whose body never comes to its end. */
async function beginUpload(link: string): Promise<void> {
  const { host, hostname, port, pathname, search } = new URL(link);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  const head = [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: image/png",
    "Content-Length: 100000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(imageBytes("image/png"));
  await new Promise((resolve) => socket.once("connect", resolve));
}

test("uploads that a kill interrupted are not counted", async () => {
  const dataDir = temporaryFolder();
  const url = await aServer(dataDir);
  const ana = browserAt(url);
  await signUp(ana, "Ana");
  for (let at = 0; at < 12; at += 1) await beginUpload(await linkOf(url, ana));
  await eventually(async () => {
    const { status } = await post(await linkOf(url, ana));
    return status === 429 ? true : null;
  });
  // What a kill leaves on the disk.
  const killed = temporaryFolder();
  cpSync(dataDir, killed, { recursive: true });
  const again = await aServer(killed);
  const back = browserAt(again);
  const credentials = { email: "ana@example.com", password: PASSWORD };
  await back.post("sign-in/email", credentials);
  expect((await post(await linkOf(again, back))).status).toBe(200);
});

test("the upload links of people who left in the last hour end at the start, and a failure is reported", async () => {
  const now = Date.UTC(2026, 10, 23, 12);
  const runInternalMutation = vi.fn(() => Promise.resolve());
  const error = vi.fn();
  const log = { ...createLog("silent"), error };
  const files = new StoredFiles({
    convex: {
      runInternalMutation,
      runInternalQuery: () => Promise.resolve(null),
    },
    modules: { files: { endTickets: {}, endInterrupted: {} } },
    log,
    clock: () => now,
  });
  const formerPeopleSince = vi.fn(() => [{ userId: "bo", workspaceId: "office" }]);
  await files.endOfFormerPeople({ formerPeopleSince });
  expect(formerPeopleSince).toHaveBeenCalledWith(now - 3_600_000);
  expect(runInternalMutation).toHaveBeenCalledWith("files:endTickets", {
    workspaceId: "office",
    by: "bo",
  });
  runInternalMutation.mockRejectedValueOnce(new Error("The disk is full."));
  await files.endInterrupted();
  expect(error).toHaveBeenCalledOnce();
});

test("answers 404 at a photo's URL and its thumbnail's while the photo is in the trash", async () => {
  const url = await aServer(temporaryFolder());
  const ana = browserAt(url);
  await signUp(ana, "Ana");
  const client = await clientOf(url, ana);
  const stored = async (query = "") => {
    const response = await post((await linkOf(url, ana)) + query);
    expect(response.status).toBe(200);
    return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
  };
  // Others are stored at the same time.
  const [photo, other] = (await Promise.all(Array.from({ length: 8 }, () => stored()))) as [
    Id<"_storage">,
    Id<"_storage">,
  ];
  await stored(`&thumbnailOf=${photo}`);
  const id = await client.mutation(api.jobs.create, {
    job_address: "12 Elm Street",
    customer: { customer_name: "Nora Finch" },
    job_photo_estimate: [photo],
  });
  const pictures = await client.query(api.files.getPictures, {
    ids: [photo, other],
  });
  const urls = [pictures[0]!.url, pictures[0]!.thumbnailUrl!, pictures[1]!.url];
  const statuses = () => Promise.all(urls.map(async (each) => (await fetch(each)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await client.mutation(api.jobs.deleteJob, { id });
  expect(await statuses()).toEqual([404, 404, 200]);
  await client.mutation(api.changes.restoreJob, { id });
  expect(await statuses()).toEqual([200, 200, 200]);
});
