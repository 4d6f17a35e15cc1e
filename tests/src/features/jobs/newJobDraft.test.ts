import { beforeEach, describe, expect, it } from "vitest";
import { EMPTY_JOB_FORM } from "@/features/jobs/jobFormFields";
import {
  clearDraft,
  isFilled,
  newDraftId,
  readDraft,
  writeDraft,
} from "@/features/jobs/newJobDraft";

const draft = {
  draftId: "draft-1",
  values: {
    ...EMPTY_JOB_FORM,
    customer_name: "Ann Field",
    job_categories: ["Gutter cleaning"],
  },
};

beforeEach(() => sessionStorage.clear());

describe("the unsaved new job", () => {
  it("is restored until it is cleared", () => {
    writeDraft("u1", draft);
    expect(readDraft("u1")).toEqual(draft);
    clearDraft("u1");
    expect(readDraft("u1")).toBeNull();
  });

  it("is not shown to the next user", () => {
    writeDraft("u1", draft);
    expect(readDraft("u2")).toBeNull();
  });

  it("restores only known fields", () => {
    sessionStorage.setItem(
      "downspout.newJob.u1",
      JSON.stringify({
        draftId: "draft-1",
        values: {
          customer_name: "Ann Field",
          job_address: 12,
          job_status: "sold",
          job_categories: [1],
          was_called: true,
        },
      }),
    );
    expect(readDraft("u1")?.values).toEqual({
      ...EMPTY_JOB_FORM,
      customer_name: "Ann Field",
    });
  });

  it.each(["{", "null", "7", '{"draftId":1}', '{"draftId":"a"}'])(
    "is null if sessionStorage holds %s",
    (text) => {
      sessionStorage.setItem("downspout.newJob.u1", text);
      expect(readDraft("u1")).toBeNull();
    },
  );

  it("keeps the last draft that fits if a pasted text does not", () => {
    writeDraft("u1", draft);
    const job_notes = "a".repeat(6_000_000);
    writeDraft("u1", { ...draft, values: { ...draft.values, job_notes } });
    expect(readDraft("u1")).toEqual(draft);
  });

  it("gets a new id each time", () => {
    expect(newDraftId()).not.toBe(newDraftId());
  });
});

describe("isFilled", () => {
  it("is false for an untouched form and for spaces", () => {
    expect(isFilled(EMPTY_JOB_FORM)).toBe(false);
    expect(isFilled({ ...EMPTY_JOB_FORM, job_notes: "  " })).toBe(false);
  });

  it("is true with any input", () => {
    expect(isFilled({ ...EMPTY_JOB_FORM, job_notes: "x" })).toBe(true);
    expect(isFilled({ ...EMPTY_JOB_FORM, job_status: "called" })).toBe(true);
  });
});
