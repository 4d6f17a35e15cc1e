import type { ConvexReactClient } from "convex/react";
import { expect, it, vi } from "vitest";
import { PhotoClient } from "@/offline/photos/PhotoClient";

const unanswered = {
  mutation: () => new Promise(() => {}),
} as unknown as ConvexReactClient;

it("gives a photo to the job that is saved while the photo is being kept", async () => {
  const client = new PhotoClient(unanswered, () => {});
  const body = new Blob(["x"], { type: "image/jpeg" });
  let keep: (bytes: ArrayBuffer) => void = () => {};
  const reading = vi
    .spyOn(body, "arrayBuffer")
    .mockReturnValue(new Promise((resolve) => (keep = resolve)));
  client.add({
    subject: { key: "draft-1", label: "New job" },
    isHeld: true,
    field: "job_photo_estimate",
    files: [new File(["x"], "a.jpg")],
    prepare: () => Promise.resolve({ body, name: "a.jpg", thumbnail: null }),
    rejectionOf: () => null,
  });
  await vi.waitFor(() => expect(reading).toHaveBeenCalledOnce());

  const job = { key: "key-1", label: "9 Low Rd", customer: "Cy Young" };
  await client.release("draft-1", job);
  keep(new ArrayBuffer(1));
  await vi.waitFor(() =>
    expect(client.photos()).toMatchObject([
      { syncStatus: "Sending", isHeld: false, subject: job },
    ]),
  );
});
