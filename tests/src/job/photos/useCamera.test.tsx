import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/job/jobs";
// Loaded with the first photo.
import "@/job/photos/CameraBar";
import { useCamera } from "@/job/photos/useCamera";
import { aJob } from "../../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";

/** What the device did, in order. */
const log: string[] = [];

vi.mock("@/job/photos/cameraPhotos", () => ({
  expectPhoto: async (_: unknown, { field }: { field: JobFileField }) => {
    await Promise.resolve();
    log.push(`noted ${field}`);
  },
  expectNone: (_: unknown, { field }: { field: JobFileField }) => log.push(`ended ${field}`),
  keepPhotos: (_: unknown, { field }: { field: JobFileField }, files: readonly File[]) =>
    log.push(`kept ${files.length} in ${field}`),
}));

const RUTH = aJob({ customer_name: "Ruth Okafor" });
const AMIR = aJob({
  _id: "job2" as Id<"jobs">,
  customer_name: "Amir Haddad",
});

function Card({ field }: { readonly field: JobFileField | null }) {
  const camera = useCamera();
  return (
    <>
      <button onClick={() => camera.take(RUTH, field)}>Take photo</button>
      <button onClick={() => camera.take(RUTH, null)}>Ask</button>
      <button onClick={() => camera.take(AMIR, field)}>Next job</button>
      {camera.inputs}
      {camera.barOf(RUTH)}
      {camera.barOf(AMIR)}
    </>
  );
}

beforeEach(() => {
  log.length = 0;
  stubLayout();
  // The camera opens soon after the press, also where the device is slow to note the photo: here it is not.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function open(
    this: HTMLInputElement,
  ) {
    log.push(`opened ${this.getAttribute("aria-label")}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const logged = (lines: readonly string[]) => vi.waitFor(() => expect(log).toEqual(lines));

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

const pick = (files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText("Camera"), { target: { files } });

const appears = (name: string) =>
  vi.waitFor(() => expect(screen.getByRole("button", { name })).toBeVisible());

const bar = () => screen.queryByRole("region", { name: /^Photos of/ });

it("the device stores for which list the photo is before the camera opens, and one press takes the next", async () => {
  renderOn(new FakeBackend(), <Card field="job_photo_install" />);
  press("Take photo");
  const first = ["noted job_photo_install", "opened Camera"];
  await logged(first);
  pick([new File(["a"], "a.jpg")]);
  await appears("Take another");
  expect(screen.getByRole("status")).toHaveTextContent("Install photos: 1 taken");
  press("Take another");
  await logged([...first, "kept 1 in job_photo_install", ...first]);
  pick([new File(["b"], "b.jpg")]);
  expect(screen.getByRole("status")).toHaveTextContent("Install photos: 2 taken");
  press("Done");
  expect(bar()).toBeNull();
});

it("a card that may belong to either photo list asks for the list before the camera opens", async () => {
  renderOn(new FakeBackend(), <Card field={null} />);
  press("Take photo");
  await appears("Estimate photos");
  expect(log).toEqual([]);
  press("Estimate photos");
  await logged(["noted job_photo_estimate", "opened Camera"]);
});

it("a camera that was closed without a photo leaves nothing expected", async () => {
  renderOn(new FakeBackend(), <Card field="job_photo_install" />);
  press("Take photo");
  await logged(["noted job_photo_install", "opened Camera"]);
  fireEvent(screen.getByLabelText("Camera"), new Event("cancel"));
  await logged(["noted job_photo_install", "opened Camera", "ended job_photo_install"]);
  expect(bar()).toBeNull();
});

it("photos of another job or of another list are counted from 1", async () => {
  renderOn(new FakeBackend(), <Card field="job_photo_install" />);
  const taken = async (name: string, text: string) => {
    press(name);
    await vi.waitFor(() => expect(log.at(-1)).toBe("opened Camera"));
    log.push("picking");
    pick([new File(["a"], "a.jpg")]);
    await vi.waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));
  };
  await taken("Take photo", "Install photos: 1 taken");
  await taken("Take another", "Install photos: 2 taken");
  await taken("Next job", "Install photos: 1 taken");
  expect(bar()).toHaveAccessibleName("Photos of Amir Haddad");
  press("Ask");
  await taken("Estimate photos", "Estimate photos: 1 taken");
});
