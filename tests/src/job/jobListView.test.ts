import { beforeEach, describe, expect, it } from "vitest";
import { parseAddress } from "@/job/jobListAddress";
import {
  addressOf,
  DEFAULT_VIEW,
  isFiltered,
  readView,
  toggleLabels,
  viewOf,
  writeView,
} from "@/job/jobListView";

beforeEach(() => sessionStorage.clear());

describe("the list's view", () => {
  it("defaults to all jobs, newest first", () => {
    expect(readView()).toEqual({
      search: "",
      status: null,
      sort: "created_desc",
    });
  });

  it("the list's view is restored", () => {
    const view = {
      search: "oak",
      status: "approved",
      sort: "farthest",
    } as const;
    writeView(view);
    expect(readView()).toEqual(view);
  });

  it.each(["{", "null", '{"search":1,"status":"sold","sort":"price"}'])(
    "falls back to the default if sessionStorage holds %s",
    (text) => {
      sessionStorage.setItem("downspout.jobList", text);
      expect(readView()).toEqual(DEFAULT_VIEW);
    },
  );
});

describe("toggleLabels", () => {
  it("labels each toggle with its value", () => {
    expect(toggleLabels(DEFAULT_VIEW)).toEqual({
      date: "Off",
      status: "All",
      id: "Descending",
    });
    expect(toggleLabels({ search: "", status: "estimate_sent", sort: "farthest" })).toEqual({
      date: "Farthest",
      status: "Estimate Delivered",
      id: "Off",
    });
    expect(toggleLabels({ ...DEFAULT_VIEW, sort: "created_asc" }).id).toBe("Ascending");
  });
});

describe("isFiltered", () => {
  it("isFiltered is true with a search term or a status only", () => {
    expect(isFiltered(DEFAULT_VIEW)).toBe(false);
    expect(isFiltered({ ...DEFAULT_VIEW, search: " " })).toBe(false);
    expect(isFiltered({ ...DEFAULT_VIEW, search: "oak" })).toBe(true);
    expect(isFiltered({ ...DEFAULT_VIEW, status: "lead" })).toBe(true);
  });
});

describe("the address of the list", () => {
  it("the list's URL holds only values that differ from the default, and is read back", () => {
    expect(addressOf(DEFAULT_VIEW)).toEqual({});
    const view = {
      search: "is:stale oak",
      status: "approved",
      sort: "nearest",
    } as const;
    expect(addressOf(view)).toEqual({
      q: "is:stale oak",
      status: "approved",
      sort: "nearest",
    });
    expect(viewOf(parseAddress({ ...addressOf(view) }))).toEqual(view);
  });

  it("the list's URL holds no more of a long text than a search reads", () => {
    const view = { ...DEFAULT_VIEW, search: "a".repeat(5000) };
    expect(addressOf(view).q).toBe("a".repeat(200));
  });

  it("the list's URL ignores invalid values", () => {
    const address = parseAddress({
      q: 7,
      status: "sold",
      sort: "price",
      view: "week",
    });
    expect(viewOf(address)).toEqual(DEFAULT_VIEW);
    expect(address.view).toBeUndefined();
  });
});
