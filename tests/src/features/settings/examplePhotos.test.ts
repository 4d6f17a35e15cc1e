import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { uploadExamplePhotos } from "@/features/settings/examplePhotos";
import { uploadFile } from "@/offline/photos/uploadFile";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend } from "../../../support/fakeBackend";

vi.mock("@/offline/photos/uploadFile");

const UPLOAD_URL = "https://downspout.test/upload";

const FILES = Object.keys(import.meta.glob("../../../../public/example/*")).map(
  (path) => path.replace(/.*\//, ""),
);

let backend = new FakeBackend();

beforeEach(() => {
  backend = new FakeBackend();
  backend.perform(api.jobs.generateUploadUrl, () => UPLOAD_URL);
});

afterEach(() => vi.unstubAllGlobals());

it("uploads each photo of the example data once, each to an address of its own", async () => {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(`from ${path}`)),
  );
  const uploaded: string[] = [];
  vi.mocked(uploadFile).mockImplementation(async ({ url, name, body }) => {
    uploaded.push(`${name} ${await body.text()} to ${url}`);
    return `id of ${name}`;
  });
  expect(FILES.length).toBeGreaterThan(5);
  expect(await uploadExamplePhotos(backend.asClient())).toEqual(
    FILES.map((name) => `id of ${name}`),
  );
  expect(uploaded).toEqual(
    FILES.map((name) => `${name} from /example/${name} to ${UPLOAD_URL}`),
  );
  expectCall(
    "jobs.generateUploadUrl",
    backend,
    ...FILES.map(() => ({ args: {} })),
  );
});

it("names an example photo that the server lacks", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response("", { status: 404 })),
  );
  await expect(uploadExamplePhotos(backend.asClient())).rejects.toThrow(
    `The server has no photo ${FILES[0]}.`,
  );
  expectCall("jobs.generateUploadUrl", backend);
});
