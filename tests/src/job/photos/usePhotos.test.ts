import { expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { expectationOf, subjectOf, type PhotoOwner } from "@/job/photos/usePhotos";

const JOB: PhotoOwner = {
  ...{ kind: "job", id: "job1" as Id<"jobs">, clientKey: "key1" },
  ...{ label: "12 Oak St", customer: "Ann Field" },
};

it("a photo names its job as every change of the job does", () => {
  const subject = { label: "12 Oak St", customer: "Ann Field" };
  expect(subjectOf(JOB)).toEqual({ key: "key1", ...subject });
  expect(subjectOf({ ...JOB, clientKey: undefined })).toEqual({
    key: "job1",
    ...subject,
  });
});

it("a photo is held until the job of its draft is saved", () => {
  const draft = { kind: "draft", id: "draft1" } as const;
  expect(expectationOf(draft, "job_drawings")).toEqual({
    subject: { key: "draft1", label: "New job" },
    isHeld: true,
    field: "job_drawings",
  });
  expect(expectationOf(JOB, "job_photo_install")).toMatchObject({
    isHeld: false,
    field: "job_photo_install",
  });
});
