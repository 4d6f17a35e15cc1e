import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { uploadExamplePhotos } from "@/features/settings/examplePhotos";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend } from "../../../support/fakeBackend";

const UPLOAD_URL = "https://downspout.test/upload";

const FILES = Object.keys(import.meta.glob("../../../../public/example/*")).map((path) =>
  path.replace(/.*\//, ""),
);

let backend = new FakeBackend();

beforeEach(() => {
  backend = new FakeBackend();
  backend.perform(api.jobs.generateUploadUrl, () => UPLOAD_URL);
});

afterEach(() => vi.unstubAllGlobals());

it("uploads each photo of the example data once, under its name", async () => {
  const uploaded: string[] = [];
  vi.stubGlobal("fetch", async (to: string | URL, request?: RequestInit) => {
    if (request === undefined) return new Response(`from ${String(to)}`);
    const { searchParams, origin } = new URL(to);
    const name = searchParams.get("name");
    const body = await (request.body as Blob).text();
    uploaded.push(`${request.method} ${name} ${body} to ${origin}`);
    return Response.json({ storageId: `id of ${name}` });
  });
  expect(FILES.length).toBeGreaterThan(5);
  expect(await uploadExamplePhotos(backend.asClient())).toEqual(
    FILES.map((name) => `id of ${name}`),
  );
  expect(uploaded).toEqual(
    FILES.map((name) => `POST ${name} from /example/${name} to ${new URL(UPLOAD_URL).origin}`),
  );
  expectCall("jobs.generateUploadUrl", backend, ...FILES.map(() => ({ args: {} })));
});

it("names an example photo that the server does not take", async () => {
  vi.stubGlobal("fetch", (_to: string, request?: RequestInit) =>
    Promise.resolve(new Response("", { status: request === undefined ? 200 : 500 })),
  );
  await expect(uploadExamplePhotos(backend.asClient())).rejects.toThrow(
    `The server did not take ${FILES[0]}.`,
  );
});

it("names an example photo that the server lacks", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  await expect(uploadExamplePhotos(backend.asClient())).rejects.toThrow(
    `The server has no photo ${FILES[0]}.`,
  );
  expectCall("jobs.generateUploadUrl", backend);
});
