import { afterEach, describe, expect, test, vi } from "vitest";
import {
  keepOfficeOfTab,
  officeOfTab,
  readOfficeOfTab,
  type OfficeFacts,
} from "@/session/officeOfTab";

const facts = (change: Partial<OfficeFacts>): OfficeFacts => ({
  userId: "marcus",
  officeIds: ["reyes", "bell"],
  shown: { inTab: null, onDevice: null },
  active: null,
  mustChoose: false,
  ...change,
});

describe("the office of a tab", () => {
  test.each<[string, Partial<OfficeFacts>, string, string]>([
    ["of a new tab is Clerk's active one", { active: "bell" }, "bell", "open"],
    [
      "stays when another tab opens another one",
      { shown: { inTab: "reyes", onDevice: "bell" }, active: "bell" },
      "reyes",
      "open",
    ],
    [
      "of a new tab is Clerk's, whatever the device showed last",
      { shown: { inTab: null, onDevice: "reyes" }, active: "bell" },
      "bell",
      "open",
    ],
    ["is the person's own workspace without one", {}, "marcus", "open"],
    [
      "follows Clerk out of the person's own workspace",
      { shown: { inTab: null, onDevice: "marcus" }, active: "bell" },
      "bell",
      "open",
    ],
    ["is none where Clerk demands one", { mustChoose: true }, "marcus", "none"],
    [
      "is lost when the person is removed from it",
      { shown: { inTab: "torres", onDevice: null }, active: "bell" },
      "torres",
      "removed",
    ],
    [
      "is lost in a new tab too",
      { shown: { inTab: null, onDevice: "torres" }, mustChoose: true },
      "torres",
      "removed",
    ],
    [
      "stays while Clerk's server has told no offices",
      {
        officeIds: null,
        shown: { inTab: "reyes", onDevice: null },
        active: "bell",
      },
      "reyes",
      "open",
    ],
  ])("the office of a tab %s", (_, change, id, state) => {
    expect(officeOfTab(facts(change))).toEqual({ id, state });
  });
});

describe("what a tab keeps", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    sessionStorage.clear();
  });

  const REYES = { userId: "marcus", officeId: "reyes", name: "Reyes Gutters" };

  test("the office of a tab is there after a reload", () => {
    expect(readOfficeOfTab()).toBeNull();
    keepOfficeOfTab(REYES);
    expect(readOfficeOfTab()).toEqual(REYES);
  });

  test.each(["{", "null", "{}", '{"userId":"marcus"}'])(
    "a damaged entry of a tab's office is ignored: %s",
    (text) => {
      sessionStorage.setItem("downspout.office", text);
      expect(readOfficeOfTab()).toBeNull();
    },
  );

  test("a browser that blocks storage keeps no office of a tab", () => {
    for (const method of ["getItem", "setItem"] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("Blocked", "SecurityError");
      });
    keepOfficeOfTab(REYES);
    expect(readOfficeOfTab()).toBeNull();
  });
});
