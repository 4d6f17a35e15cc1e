import { beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_VIEW,
  isFiltered,
  readView,
  toggleLabels,
  writeView,
} from "@/features/jobs/jobListView";

beforeEach(() => sessionStorage.clear());

describe("the list's view", () => {
  it("begins with all jobs, the newest first", () => {
    expect(readView()).toEqual({
      search: "",
      status: null,
      sort: "created_desc",
    });
  });

  it("is as it was left when one comes back", () => {
    const view = {
      search: "oak",
      status: "approved",
      sort: "farthest",
    } as const;
    writeView(view);
    expect(readView()).toEqual(view);
  });

  it.each(["{", "null", '{"search":1,"status":"sold","sort":"price"}'])(
    "begins anew when the tab holds %s",
    (text) => {
      sessionStorage.setItem("downspout.jobList", text);
      expect(readView()).toEqual(DEFAULT_VIEW);
    },
  );
});

describe("toggleLabels", () => {
  it("says what each toggle is set to", () => {
    expect(toggleLabels(DEFAULT_VIEW)).toEqual({
      date: "Nearest",
      status: "All",
      id: "Descending",
    });
    expect(
      toggleLabels({ search: "", status: "estimate_sent", sort: "farthest" }),
    ).toEqual({
      date: "Farthest",
      status: "Estimate Delivered",
      id: "Descending",
    });
    expect(toggleLabels({ ...DEFAULT_VIEW, sort: "created_asc" }).id).toBe(
      "Ascending",
    );
  });
});

describe("isFiltered", () => {
  it("tells an empty workspace from a search without a match", () => {
    expect(isFiltered(DEFAULT_VIEW)).toBe(false);
    expect(isFiltered({ ...DEFAULT_VIEW, search: " " })).toBe(false);
    expect(isFiltered({ ...DEFAULT_VIEW, search: "oak" })).toBe(true);
    expect(isFiltered({ ...DEFAULT_VIEW, status: "lead" })).toBe(true);
  });
});
