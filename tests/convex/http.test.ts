import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "@domain/files/images";
import { MAX_UPLOADS_AT_ONCE } from "../../convex/model/files/uploadTickets";
import { imageBytes, textBytes } from "../support/images";
import { openForTwo, refused, upload, type Caller } from "../support/convexHarness";

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

async function refusalIn(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

describe("POST /upload", () => {
  // Spec 3.14, 7.39
  it.each(IMAGE_TYPES)("stores a %s under its own type", async (type) => {
    const { anna } = openForTwo();
    const body = imageBytes(type);
    // The bytes decide: the type that a browser declares may be wrong.
    const response = await upload(anna, {
      body,
      type: "image/jpeg",
      name: "gutter.jpg",
    });
    expect(response.status).toBe(200);
    const { storageId } = (await response.json()) as { storageId: string };
    const files = await anna.run(async (ctx) => await ctx.db.query("files").collect());
    expect(files).toMatchObject([
      {
        workspaceId: "anna",
        storageId,
        contentType: type,
        size: body.length,
        name: "gutter.jpg",
        uses: 0,
      },
    ]);
    const stored = await anna.run(async (ctx) => {
      const blob = files[0] && (await ctx.storage.get(files[0].storageId));
      return (
        blob && {
          type: blob.type,
          bytes: Array.from(new Uint8Array(await blob.arrayBuffer())),
        }
      );
    });
    expect(stored).toEqual({ type, bytes: Array.from(body) });
    expect(await anna.query(api.files.getUrls, { ids: [storageId] })).toEqual([
      expect.stringContaining("http"),
    ]);
  });

  it("allows any origin, because the ticket is the authorization", async () => {
    const { t, anna } = openForTwo();
    const preflight = await t.fetch("/upload?ticket=x", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("Content-Type");
    const stored = await upload(anna);
    expect(stored.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const refusedUpload = await upload(anna, { body: "x" });
    expect(refusedUpload.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  // Spec 5.14
  it.each([
    ["SVG", "image/svg+xml", "<svg/>"],
    ["a script that says it is a photo", "image/png", "<svg><script>alert(1)</script></svg>"],
    ["a text", "text/plain", "hello"],
    ["a photo that says it is a page", "text/html", null],
  ])("refuses %s and names the file", async (_, type, text) => {
    const { anna } = openForTwo();
    const body = text === null ? imageBytes("image/png") : textBytes(text);
    const response = await upload(anna, {
      body,
      type,
      name: "../porch <1>.svg",
    });
    expect(await refusalIn(response)).toEqual([
      415,
      refused(
        "file",
        "porch 1.svg is not a photo we can keep. Use JPEG, PNG, WebP, GIF, AVIF or HEIC.",
      ),
    ]);
    expect(await anna.run(async (ctx) => await ctx.db.query("files").collect())).toEqual([]);
    expect(await anna.run(async (ctx) => await ctx.db.system.query("_storage").collect())).toEqual(
      [],
    );
  });

  it("refuses an empty file", async () => {
    const { anna } = openForTwo();
    const response = await upload(anna, { body: new Uint8Array(0) });
    expect(await refusalIn(response)).toEqual([
      400,
      refused("file", "This file is empty. Choose another photo."),
    ]);
  });

  // Spec 9.12
  it("accepts 20 MB and refuses one byte more", async () => {
    const { anna } = openForTwo();
    const large = new Uint8Array(MAX_IMAGE_BYTES + 1);
    large.set(imageBytes("image/png"));
    const fits = await upload(anna, {
      body: large.subarray(0, MAX_IMAGE_BYTES),
      name: "roof.png",
    });
    expect(fits.status).toBe(200);
    const response = await upload(anna, { body: large, name: "roof.png" });
    expect(await refusalIn(response)).toEqual([
      413,
      refused("file", "roof.png is larger than 20 MB. Choose a smaller photo."),
    ]);
  });

  it("refuses a larger file by its declared length, before reading it", async () => {
    const { anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const response = await anna.fetch(url.pathname + url.search, {
      method: "POST",
      headers: {
        "Content-Type": "image/png",
        "Content-Length": String(MAX_IMAGE_BYTES + 1),
      },
      body: imageBytes("image/png"),
    });
    expect(response.status).toBe(413);
  });

  it("refuses a photo that was cut off, and names it", async () => {
    const { anna } = openForTwo();
    const whole = imageBytes("image/jpeg");
    for (const body of [
      whole.subarray(0, -1),
      whole.subarray(0, 200),
      imageBytes("image/png").subarray(0, -12),
    ]) {
      const response = await upload(anna, { body, name: "porch.jpg" });
      expect(await refusalIn(response)).toEqual([
        400,
        refused(
          "file",
          "porch.jpg is cut off: the end of the photo is missing. Choose the photo again, or another copy of it.",
        ),
      ]);
    }
    expect(await anna.run(async (ctx) => await ctx.db.system.query("_storage").collect())).toEqual(
      [],
    );
  });

  it("refuses a person's upload while too many others of theirs run, and keeps its ticket", async () => {
    vi.useFakeTimers();
    const { anna, bo } = openForTwo();
    const tickets = async () =>
      await anna.run(async (ctx) => await ctx.db.query("uploadTickets").collect());
    for (let at = 0; at < MAX_UPLOADS_AT_ONCE; at += 1)
      await anna.mutation(api.jobs.generateUploadUrl, {});
    // As of uploads that a crash interrupted.
    for (const { _id } of await tickets())
      await anna.run(async (ctx) => await ctx.db.patch(_id, { claimedAt: Date.now() }));
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const post = async () =>
      await anna.fetch(url.pathname + url.search, {
        method: "POST",
        headers: { "Content-Type": "image/png" },
        body: imageBytes("image/png"),
      });
    const tooMany = post();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await refusalIn(await tooMany)).toEqual([
      429,
      refused("file", "Too many of your photos are being uploaded at once. Try again in a moment."),
    ]);
    expect((await upload(bo)).status).toBe(200);
    vi.setSystemTime(Date.now() + HOUR / 4);
    expect((await post()).status).toBe(200);
    expect(await tickets()).toHaveLength(MAX_UPLOADS_AT_ONCE);
  });

  it("stops counting an upload once it is stored or refused", async () => {
    const { anna } = openForTwo();
    for (let at = 0; at <= MAX_UPLOADS_AT_ONCE; at += 1) {
      expect((await upload(anna)).status).toBe(200);
      expect((await upload(anna, { body: textBytes("no") })).status).toBe(415);
    }
  });

  it("accepts a ticket once, whether the file was stored or refused", async () => {
    const { anna } = openForTwo();
    for (const body of [imageBytes("image/png"), textBytes("hello")]) {
      const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
      const post = async (bytes: Uint8Array<ArrayBuffer>) =>
        await anna.fetch(url.pathname + url.search, {
          method: "POST",
          headers: { "Content-Type": "image/png" },
          body: bytes,
        });
      await post(body);
      expect(await refusalIn(await post(imageBytes("image/png")))).toEqual([
        403,
        refused("file", "This upload link has been used or is too old. Try the upload again."),
      ]);
    }
  });

  it.each(["", "?ticket=&key=", "?ticket=nothing&key=x"])(
    "refuses the ticket %j",
    async (query) => {
      const { t } = openForTwo();
      const response = await t.fetch(`/upload${query}`, {
        method: "POST",
        body: imageBytes("image/png"),
      });
      expect(response.status).toBe(403);
    },
  );

  it("refuses a ticket with a wrong key, and still accepts it with the right one", async () => {
    const { anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const init = {
      method: "POST",
      headers: { "Content-Type": "image/png" },
      body: imageBytes("image/png"),
    };
    const guess = new URL(url);
    guess.searchParams.set("key", "guess");
    expect((await anna.fetch(guess.pathname + guess.search, init)).status).toBe(403);
    expect((await anna.fetch(url.pathname + url.search, init)).status).toBe(200);
  });

  it("refuses a ticket after an hour, and deletes it", async () => {
    vi.useFakeTimers();
    const { anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const init = {
      method: "POST",
      headers: { "Content-Type": "image/png" },
      body: imageBytes("image/png"),
    };
    vi.setSystemTime(Date.now() + HOUR);
    expect((await anna.fetch(url.pathname + url.search, init)).status).toBe(403);
    await anna.mutation(api.jobs.generateUploadUrl, {});
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await anna.run(async (ctx) => await ctx.db.query("uploadTickets").collect())).toEqual(
      [],
    );
  });

  const post = async (caller: Caller, url: URL) =>
    await caller.fetch(url.pathname + url.search, {
      method: "POST",
      headers: { "Content-Type": "image/png" },
      body: imageBytes("image/png"),
    });

  const aLink = async (caller: Caller) =>
    new URL(await caller.mutation(api.jobs.generateUploadUrl, {}));

  it("a person's 51st unused link replaces the oldest, and is not refused", async () => {
    const { t, anna, bo } = openForTwo();
    const other = t.withIdentity({ subject: "carl", org_id: "anna" });
    const bystanders = [
      [bo, await aLink(bo)],
      [other, await aLink(other)],
    ] as const;
    const links: URL[] = [];
    for (let at = 0; at < 51; at += 1) links.push(await aLink(anna));
    const [oldest, ...left] = links as [URL, ...URL[]];
    expect((await post(anna, oldest)).status).toBe(403);
    for (const [caller, link] of bystanders) expect((await post(caller, link)).status).toBe(200);
    for (const link of left) expect((await post(anna, link)).status).toBe(200);
    const rows = await t.run(async (ctx) => await ctx.db.query("uploadTickets").collect());
    expect(rows).toEqual([]);
  });

  it("ends the links of one person in one workspace, and no others", async () => {
    const { t, bo } = openForTwo();
    const inOffice = (subject: string) => t.withIdentity({ subject, org_id: "office" });
    const [dana, eve] = [inOffice("dana"), inOffice("eve")];
    const ended = [await aLink(dana), await aLink(dana)];
    const kept = [
      [eve, await aLink(eve)],
      [bo, await aLink(bo)],
    ] as const;
    await t.mutation(internal.files.endTickets, {
      workspaceId: "office",
      by: "dana",
    });
    for (const link of ended) expect((await post(dana, link)).status).toBe(403);
    for (const [caller, link] of kept) expect((await post(caller, link)).status).toBe(200);
  });

  it("stores 4 GiB of a workspace within an hour, and refuses more until the hour is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { anna, bo } = openForTwo();
    expect((await upload(anna)).status).toBe(200);
    await anna.run(async (ctx) => {
      const row = await ctx.db.query("uploadedBytes").first();
      expect(row?.bytes).toBe(imageBytes("image/png").length);
      if (row !== null) await ctx.db.patch("uploadedBytes", row._id, { bytes: 4_294_967_295 });
    });
    expect((await upload(anna)).status).toBe(200);
    const link = await aLink(anna);
    expect(await refusalIn(await post(anna, link))).toEqual([
      429,
      refused(
        "file",
        "Your workspace has stored 4 GB of photos, files and texts within an hour. Try again when the hour is over.",
      ),
    ]);
    expect((await upload(bo)).status).toBe(200);
    vi.setSystemTime(Date.now() + HOUR);
    expect((await upload(anna)).status).toBe(200);
    await anna.run(async (ctx) => {
      const row = (await ctx.db.query("uploadedBytes").first())!;
      const bytes = 2 ** 32;
      await ctx.db.patch("uploadedBytes", row._id, { bytes });
    });
    // A clock that was set back does not stretch the hour.
    vi.setSystemTime(Date.now() - 24 * HOUR);
    expect((await upload(anna)).status).toBe(200);
  });
});
