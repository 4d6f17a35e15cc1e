import { describe, expect, it } from "vitest";
import { JOB_STATUSES } from "@domain/job/jobs";
import {
  isOver,
  isWaiting,
  MAX_LISTED_WAITING,
  parseWaiting,
  staleBefore,
  WAITING_LABELS,
  WAITING_VISITS,
} from "@domain/job/waitingJobs";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 17, 14, 25);

describe("parseWaiting", () => {
  it.each([
    ["", [], ""],
    ["oak street", [], "oak street"],
    ["is:unscheduled", ["unscheduled"], ""],
    ["is:undated lopez", ["undated"], "lopez"],
    [" IS:Stale  oak ", ["stale"], "oak"],
    ["oak is:unpaid 12", ["unpaid"], "oak   12"],
    ["is:unpaid is:stale", ["stale", "unpaid"], ""],
    ["is:due oak", [], "oak", ["due"]],
    ["is:overdue is:unpaid", ["unpaid"], "", ["overdue"]],
    ["is:sold", [], "is:sold"],
    ["this:stale is:stales", [], "this:stale is:stales"],
  ])("reads %j", (typed, kinds, words, due = []) => {
    expect(parseWaiting(typed)).toEqual({ kinds, due, words });
  });
});

describe("isWaiting", () => {
  const since = (statusChangedAt: number) => ({ statusChangedAt });

  it("takes a lead or a called job without an estimate date as undated", () => {
    for (const job_status of ["lead", "called"] as const) {
      const job = { job_status, ...since(NOW) };
      expect(isWaiting("undated", job, NOW)).toBe(true);
      const dated = { ...job, job_estimate_date: NOW };
      expect(isWaiting("undated", dated, NOW)).toBe(false);
    }
    const approved = { job_status: "approved", ...since(NOW) } as const;
    expect(isWaiting("undated", approved, NOW)).toBe(false);
  });

  it("takes an approved job without an install date as unscheduled", () => {
    const job = { job_status: "approved", ...since(NOW) } as const;
    expect(isWaiting("unscheduled", job, NOW)).toBe(true);
    const dated = { ...job, job_install_date: NOW };
    expect(isWaiting("unscheduled", dated, NOW)).toBe(false);
  });

  it("takes an estimate as stale 7 days after its delivery, to the hour", () => {
    const delivered = (at: number) => ({ job_status: "estimate_sent", ...since(at) }) as const;
    const limit = staleBefore(NOW);
    expect(NOW - limit).toBe(7 * 24 * HOUR + 25 * 60_000);
    expect(staleBefore(NOW + HOUR / 2)).toBe(limit);
    expect(isWaiting("stale", delivered(limit - 1), NOW)).toBe(true);
    expect(isWaiting("stale", delivered(limit), NOW)).toBe(false);
  });

  it("takes an installed job as unpaid until its status says so", () => {
    const job = { job_status: "completed", ...since(NOW) } as const;
    expect(isWaiting("unpaid", job, NOW)).toBe(true);
    const paid = { ...job, job_status: "installed_paid" } as const;
    expect(isWaiting("unpaid", paid, NOW)).toBe(false);
  });
});

it("nothing is left to do of a paid or canceled job only", () => {
  expect(JOB_STATUSES.filter(isOver)).toEqual(["installed_paid", "cancelled"]);
});

it("each kind of waiting job has its name, and the visit that it waits for", () => {
  expect(WAITING_LABELS).toEqual({
    undated: "Lead or called, no estimate date",
    unscheduled: "Approved, not scheduled",
    stale: "Estimate delivered more than 7 days ago",
    unpaid: "Installed, not paid",
    due: "Due again",
    overdue: "Due again for more than a year",
  });
  expect(WAITING_VISITS).toEqual({
    undated: "estimate",
    unscheduled: "install",
    stale: null,
    unpaid: null,
  });
  expect(MAX_LISTED_WAITING).toBe(50);
});
