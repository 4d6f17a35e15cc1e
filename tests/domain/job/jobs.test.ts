import { describe, expect, it } from "vitest";
import {
  isJobStatus,
  JOB_CATEGORIES,
  JOB_STATUS_FILTERS,
  JOB_STATUS_LABELS,
  JOB_STATUSES,
  jobOutcome,
  jobStatusLabel,
  nextJobStatusFilter,
  normalizeJobCategory,
  normalizeJobStatus,
} from "@domain/job/jobs";

describe("a job's status", () => {
  // Spec 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8, 4.9, 4.10, 4.11
  it("a job's status has the keys and labels of the specification", () => {
    expect(JOB_STATUS_LABELS).toEqual({
      lead: "New Lead",
      called: "Called",
      estimate_scheduled: "Estimate Scheduled",
      estimate_sent: "Estimate Delivered",
      approved: "Approved",
      install_scheduled: "Install Scheduled",
      completed: "Install Complete",
      installed_paid: "Installed and Paid",
      service: "Service",
      cancelled: "Cancelled",
    });
    expect(jobStatusLabel("estimate_sent")).toBe("Estimate Delivered");
  });

  // Spec 4.13
  it.each(JOB_STATUSES)("%s is named by its key and by its label", (status) => {
    expect(normalizeJobStatus(status)).toBe(status);
    expect(normalizeJobStatus(status.toUpperCase().replaceAll("_", " - "))).toBe(status);
    expect(normalizeJobStatus(JOB_STATUS_LABELS[status])).toBe(status);
    expect(normalizeJobStatus(` ${JOB_STATUS_LABELS[status].toLowerCase()}! `)).toBe(status);
    expect(isJobStatus(status)).toBe(true);
  });

  it.each(["", "lost", "lead called", "New"])("a job's status is not %j", (text) => {
    expect(normalizeJobStatus(text)).toBeNull();
    expect(isJobStatus(text)).toBe(false);
  });
});

describe("the Status filter", () => {
  // Spec 2.57
  it("cycles All and every status except cancelled", () => {
    const seen = [null as ReturnType<typeof nextJobStatusFilter>];
    for (let step = 0; step < 9; step++) seen.push(nextJobStatusFilter(seen.at(-1) ?? null));
    expect(seen).toEqual([null, ...JOB_STATUSES.filter((status) => status !== "cancelled")]);
    expect(seen).toEqual(JOB_STATUS_FILTERS);
    expect(nextJobStatusFilter("service")).toBeNull();
  });

  it("steps back by the same way", () => {
    const seen = [null as ReturnType<typeof nextJobStatusFilter>];
    for (let step = 0; step < 9; step++) seen.unshift(nextJobStatusFilter(seen[0] ?? null, -1));
    expect(seen).toEqual([...JOB_STATUS_FILTERS.slice(1), null]);
  });

  it("leaves a status that is not in the cycle for All, or back for the last one", () => {
    expect(nextJobStatusFilter("cancelled")).toBeNull();
    expect(nextJobStatusFilter("cancelled", -1)).toBe("service");
  });
});

describe("a job's outcome", () => {
  it("a job's outcome is finished once installed, cancelled, or open in any other status", () => {
    const byStatus = JOB_STATUSES.map((status) => [status, jobOutcome(status)]);
    expect(byStatus.filter(([, outcome]) => outcome !== null)).toEqual([
      ["completed", "finished"],
      ["installed_paid", "finished"],
      ["cancelled", "cancelled"],
    ]);
  });
});

describe("a job's categories", () => {
  // Spec 0.1, 3.17
  it("the categories of a job are the six of the specification", () => {
    expect(JOB_CATEGORIES).toEqual([
      "Gutters and downspout Replacement",
      "Leaf Guard Replacement",
      "Gutter cleaning",
      "Fascia Replace",
      "Soffit Replace",
      "Trim Replace",
    ]);
  });

  it.each(JOB_CATEGORIES)("a job's categories know %s in any spelling", (category) => {
    expect(normalizeJobCategory(category.toUpperCase())).toBe(category);
  });

  it("a job's categories know no others", () => {
    expect(normalizeJobCategory("Roofing")).toBeNull();
  });
});
