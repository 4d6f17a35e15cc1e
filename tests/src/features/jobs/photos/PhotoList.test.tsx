import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useState, type ReactNode } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { PhotoList } from "@/features/jobs/photos/PhotoList";
import { publishPhotos, unsavedPhotoCount } from "@/offline/photos/photosWaiting";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { PagePhotos } from "../../../../support/PagePhotos";
import { aUser } from "../../../../support/user";

// jsdom decodes no images: every photo is uploaded unchanged, and a JPEG has a thumbnail.
const thumbnail = new Blob(["small"], { type: "image/jpeg" });
vi.mock("@/job/photos/preparePhoto", () => ({
  preparePhoto: (file: File) =>
    Promise.resolve({
      body: file,
      name: file.name,
      thumbnail: file.type === "image/jpeg" ? thumbnail : null,
    }),
}));

/** A fake XMLHttpRequest: the current upload of a photo. Thumbnails are stored at once. */
class FakeRequest extends EventTarget {
  static latest: FakeRequest | undefined;
  static thumbnails: [photo: string, bytes: Blob][] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  #thumbnailOf: string | null = null;
  open(_method: string, url: string) {
    this.#thumbnailOf = new URL(url).searchParams.get("thumbnailOf");
    if (this.#thumbnailOf === null) FakeRequest.latest = this;
  }
  setRequestHeader() {}
  send(body: Blob) {
    if (this.#thumbnailOf === null) return;
    FakeRequest.thumbnails.push([this.#thumbnailOf, body]);
    this.answer(200, { storageId: "thumbnail" });
  }
  abort() {}
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}

beforeAll(() => {
  stubLayout();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
beforeEach(() => {
  publishPhotos({});
  FakeRequest.latest = undefined;
  FakeRequest.thumbnails = [];
});

const jobId = "job1" as Id<"jobs">;
const photo = (name: string, type = "image/jpeg") => new File(["x"], name, { type });

let hide = () => undefined as void;

/** Unmounts its children once `hide` is called, and the rest of the page stays. */
function Hideable({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    hide = () => act(() => setIsShown(false));
  }, []);
  return isShown && children;
}

function show(fileIds: string[] = []) {
  const { backend } = aJobsBackend({});
  backend.perform(api.jobs.generateUploadUrl, () => "http://localhost/upload?ticket=1");
  backend.perform(api.jobs.addFiles, () => null);
  backend.perform(api.jobs.removeFile, () => null);
  backend.perform(api.jobs.moveFile, () => null);
  const onOpen = vi.fn();
  renderOn(
    backend,
    <>
      <PagePhotos />
      <Hideable>
        <PhotoList
          owner={{
            kind: "job",
            id: jobId,
            label: "12 Elm Street",
            customer: "Maria Lopez",
          }}
          field="job_photo_estimate"
          fileIds={fileIds as Id<"_storage">[]}
          isLocked={false}
          onOpen={onOpen}
        />
      </Hideable>
    </>,
  );
  const pick = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText("Choose estimate photos"), {
      target: { files },
    });
  return { user: aUser(), backend, pick, onOpen };
}

const request = async () => {
  await waitFor(() => expect(FakeRequest.latest).toBeDefined());
  const current = FakeRequest.latest;
  if (!current) throw new Error("no request");
  FakeRequest.latest = undefined;
  return {
    progress: (loaded: number, total: number) =>
      act(() => {
        current.upload.dispatchEvent(
          new ProgressEvent("progress", {
            loaded,
            total,
            lengthComputable: true,
          }),
        );
      }),
    answer: (status: number, body: object) => act(() => current.answer(status, body)),
  };
};

describe("a list of 30 photos", () => {
  it("shows two rows, then all of them and again two rows by one button", async () => {
    const { user } = show(Array.from({ length: 30 }, (_, at) => `f${at}`));
    const list = await screen.findByRole("list", { name: "Estimate photos" });
    expect(list.children).toHaveLength(8);
    const more = screen.getByRole("button", { name: "+22, show all" });
    expect(more).toHaveTextContent("+22");
    await user.click(more);
    expect(list.children).toHaveLength(30);
    const fewer = screen.getByRole("button", { name: "Show fewer" });
    expect(fewer).toHaveFocus();
    await user.click(fewer);
    expect(list.children).toHaveLength(8);
  });

  it("has no button if all photos fit into two rows", () => {
    show(Array.from({ length: 8 }, (_, at) => `f${at}`));
    expect(screen.queryByRole("button", { name: /show all/ })).toBeNull();
  });
});

describe("adding photos", () => {
  it("adds several images, previews them and counts the waiting ones", async () => {
    const { pick } = show();
    const shown = vi.spyOn(URL, "createObjectURL");
    const input = screen.getByLabelText("Choose estimate photos");
    expect(input).toHaveAttribute("multiple");
    expect(input.getAttribute("accept")).toMatch(/image\/jpeg.*\.heic/);
    expect(input.getAttribute("accept")).not.toContain("svg");
    expect(screen.getByLabelText("Camera for estimate photos")).toHaveAttribute("capture");
    pick(photo("a.jpg"), photo("b.jpg"));
    expect(screen.getByText("2 photos waiting")).toBeVisible();
    expect(await screen.findByAltText("b.jpg")).toHaveAttribute("src", "blob:preview");
    // Of the small picture: 20 photos of 12 megapixels would not fit a phone's memory.
    expect(shown.mock.calls).toEqual([[thumbnail], [thumbnail]]);
    await act(async () => (await request()).answer(200, { storageId: "f1" }));
    expect(await screen.findByText("1 photo waiting")).toBeVisible();
    await waitFor(() =>
      expect(FakeRequest.thumbnails.map(([id, { size }]) => [id, size])).toEqual([
        ["f1", thumbnail.size],
      ]),
    );
    await act(async () => (await request()).answer(200, { storageId: "f2" }));
    await waitFor(() => expect(screen.queryByText(/waiting/)).not.toBeInTheDocument());
  });

  // Spec 7.40
  it("shows the progress of each and attaches it when it is stored", async () => {
    const { pick, backend } = show();
    pick(photo("a.jpg"));
    const upload = await request();
    upload.progress(40, 100);
    expect(screen.getByRole("progressbar", { name: "Uploading a.jpg" })).toHaveAttribute(
      "aria-valuenow",
      "40",
    );
    upload.progress(100, 100);
    // The server may still refuse it.
    expect(screen.getByText("Sending 99%")).toBeVisible();
    upload.answer(200, { storageId: "f1" });
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.addFiles)).toMatchObject([
        { id: jobId, field: "job_photo_estimate", fileIds: ["f1"] },
      ]),
    );
  });

  it("hides the name of an unpreviewable photo during its upload", async () => {
    const { pick } = show();
    pick(photo("a.heic", "image/heic"));
    await request();
    expect(screen.queryByAltText("a.heic")).not.toBeInTheDocument();
    expect(screen.queryByText(/no preview/)).not.toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Uploading a.heic" })).toBeVisible();
  });

  it("continues after the list unmounts, and warns before unload meanwhile", async () => {
    const { pick, backend } = show();
    const before = unsavedPhotoCount();
    pick(photo("a.jpg"));
    expect(unsavedPhotoCount()).toBe(before + 1);
    const upload = await request();
    hide();
    upload.answer(200, { storageId: "f1" });
    await waitFor(() => expect(unsavedPhotoCount()).toBe(before));
    expect(backend.callsOf(api.jobs.addFiles)).toHaveLength(1);
  });

  // Spec 5.14
  it("rejects a file that is not an image at once, naming it", () => {
    const { pick, backend } = show();
    pick(photo("plan.svg", "image/svg+xml"));
    expect(screen.getByRole("alert")).toHaveTextContent(/^plan\.svg is not/);
    expect(backend.callsOf(api.jobs.generateUploadUrl)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss plan.svg" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("shows the server's message for a rejected photo", async () => {
    const { pick } = show();
    pick(photo("a.jpg"));
    (await request()).answer(400, {
      code: "INVALID",
      field: "file",
      message: "a.jpg is not a photo we can keep.",
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("a.jpg is not a photo we can keep.");
    expect(screen.queryByRole("button", { name: "Retry a.jpg" })).not.toBeInTheDocument();
  });

  it.each([
    [503, /^1 photo waiting\. .* now \(503\)\. Trying again soon\.$/],
    [413, /^1 photo waiting\. .* Ask the office to let it take 20 MB\.$/],
  ])("offers Retry after a proxy's %i", async (status, text) => {
    const { user, pick, backend } = show();
    pick(photo("a.jpg"));
    (await request()).answer(status, {});
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retry a.jpg" }));
    (await request()).answer(200, { storageId: "f1" });
    await waitFor(() => expect(backend.callsOf(api.jobs.addFiles)).toHaveLength(1));
  });
});

describe("stored photos", () => {
  it("stored photos link to their URL", () => {
    show(["f1"]);
    expect(screen.getByRole("link", { name: "Open Estimate photos 1" })).toHaveAttribute(
      "href",
      "https://files.example/f1",
    );
  });

  it("stored photos open in the viewer, or in another tab if the person wants that", () => {
    const { onOpen } = show(["f1"]);
    const link = screen.getByRole("link", { name: "Open Estimate photos 1" });
    expect(fireEvent.click(link)).toBe(false);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("f1", link);
    link.addEventListener("click", (event) => {
      expect(event.defaultPrevented).toBe(false);
      // jsdom has no other tabs.
      event.preventDefault();
    });
    fireEvent.click(link, { ctrlKey: true });
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it("stored photos become the cover by being moved first", async () => {
    const { user, backend } = show(["f1", "f2", "f3"]);
    const [first] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent("Cover");
    await user.click(screen.getByRole("button", { name: "Make Estimate photos 3 the cover" }));
    expect(backend.callsOf(api.jobs.moveFile)).toEqual([
      { id: jobId, field: "job_photo_estimate", fileId: "f3", after: null },
    ]);
  });

  it("stored photos are removed one at a time, after a confirmation in another place", async () => {
    const { user, backend } = show(["f1", "f2"]);
    const removed = () => backend.callsOf(api.jobs.removeFile);
    await user.click(screen.getByRole("button", { name: "Remove Estimate photos 2" }));
    expect(removed()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete Estimate photos 2" }));
    expect(removed()).toEqual([{ id: jobId, field: "job_photo_estimate", fileId: "f2" }]);
  });

  it("stored photos show a text if the browser cannot display them", () => {
    show(["f1"]);
    fireEvent.error(screen.getByAltText("Estimate photos 1"));
    expect(screen.getByText(/no preview in this browser/)).toBeVisible();
  });
});
