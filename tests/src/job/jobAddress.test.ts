import { afterEach, expect, it } from "vitest";
import { jobLink, openJobUrl } from "@/job/jobAddress";

afterEach(() => {
  window.history.replaceState(null, "", "/");
});

it.each([
  ["/jobs?q=oak", "j1", "/jobs?q=oak&job=j1"],
  ["/jobs?q=oak&job=j0", "j1", "/jobs?q=oak&job=j1"],
  ["/calendar?month=2026-11", null, "/calendar?month=2026-11&job=new"],
  ["/jobs?customer=C-1001", "j1", "/jobs?job=j1"],
])("from %s the dialog of the job %j has the URL %s", (from, jobId, url) => {
  window.history.replaceState(null, "", from);
  expect(openJobUrl(jobId)).toBe(`${window.location.origin}${url}`);
});

it("the link to a job is the same from every page", () => {
  window.history.replaceState(null, "", "/calendar?month=2026-11&job=j0");
  expect(jobLink("a b&c")).toBe(`${window.location.origin}/jobs?job=a%20b%26c`);
});
