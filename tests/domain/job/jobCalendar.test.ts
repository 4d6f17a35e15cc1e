import { describe, expect, it } from "vitest";
import { jobCalendar, type CalendarJob } from "@domain/job/jobCalendar";

const NOW = Date.UTC(2026, 10, 20, 18, 0, 5);
const JOB: CalendarJob = {
  _id: "j57",
  customer_name: "Ana Li",
  job_customer_phone: "6145551237",
  job_address: "131 Maple Ridge Dr",
  job_city: "Columbus",
  job_status: "approved",
  job_estimate_date: Date.UTC(2026, 10, 21, 19),
  job_install_date: Date.UTC(2026, 11, 1, 14, 30),
};

const unfolded = (file: string | null) => (file ?? "").replaceAll("\r\n ", "").split("\r\n");

describe("the calendar file of a job", () => {
  it("a job's calendar file has an entry for each date, in UTC", () => {
    const lines = unfolded(jobCalendar(JOB, NOW));
    expect(lines.filter((line) => line.startsWith("DTSTART"))).toEqual([
      "DTSTART:20261121T190000Z",
      "DTSTART:20261201T143000Z",
    ]);
    expect(lines).toContain("DURATION:PT1H");
    expect(lines).toContain("STATUS:CONFIRMED");
    expect(lines).toContain("SUMMARY:Estimate: Ana Li");
    expect(lines).toContain("SUMMARY:Install: Ana Li");
    expect(lines).toContain("LOCATION:131 Maple Ridge Dr\\, Columbus");
    expect(lines).toContain("DESCRIPTION:(614) 555-1237");
  });

  it("an entry ends when its visit does, and says in which window the crew arrives", () => {
    const at = new Date(2026, 10, 21, 8).getTime();
    const job = { ...JOB, job_install_date: at, job_estimate_date: undefined };
    const lines = unfolded(
      jobCalendar({ ...job, job_install_window: 120, job_install_length: 480 }, NOW),
    );
    const end = new Date(2026, 10, 21, 16).toISOString().replace(/[-:]|\.\d+/g, "");
    expect(lines).toContain(`DTEND:${end}`);
    expect(lines.filter((line) => line.startsWith("DURATION"))).toEqual([]);
    expect(lines).toContain("DESCRIPTION:Arrives 8 to 10 AM\\n(614) 555-1237");
  });

  it("names each entry by its job, as all earlier files did", () => {
    const uids = (job: CalendarJob) =>
      unfolded(jobCalendar(job, NOW)).filter((line) => line.startsWith("UID:"));
    expect(uids(JOB)).toEqual(["UID:j57-estimate@downspout", "UID:j57-install@downspout"]);
    expect(uids({ ...JOB, _id: "j58" })).toEqual([
      "UID:j58-estimate@downspout",
      "UID:j58-install@downspout",
    ]);
  });

  it("replaces the entries of an earlier file", () => {
    const at = (now: number, name: string) =>
      unfolded(jobCalendar(JOB, now)).filter((line) => line.startsWith(name));
    const later = NOW + 60_000;
    expect(at(later, "UID:")).toEqual(at(NOW, "UID:"));
    expect(new Set(at(NOW, "UID:")).size).toBe(2);
    const sequence = (now: number) => Number(at(now, "SEQUENCE:")[0]?.slice("SEQUENCE:".length));
    expect(sequence(later)).toBeGreaterThan(sequence(NOW));
    expect(sequence(Date.UTC(2200, 0))).toBeLessThan(2 ** 31);
    expect(at(later, "DTSTAMP:")[0]).toBe("DTSTAMP:20261120T180105Z");
  });

  it("escapes text and folds lines at 75 bytes, never inside a character", () => {
    const notes = `Gate; code 7, "back\\yard"\r\n${"Đặng 🏠 ".repeat(30)}`;
    const file = jobCalendar({ ...JOB, job_notes: notes }, NOW) ?? "";
    for (const line of file.split("\r\n"))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file).not.toContain("\u{FFFD}");
    expect(unfolded(file).join("\n")).toContain(`Gate\\; code 7\\, "back\\\\yard"\\nĐặng 🏠 Đặng`);
  });

  it("describes a visit by the phone, then the notes", () => {
    const notes = { ...JOB, job_notes: "Gate 7" };
    expect(unfolded(jobCalendar(notes, NOW))).toContain("DESCRIPTION:(614) 555-1237\\nGate 7");
    const silent = { ...JOB, job_customer_phone: undefined };
    expect(jobCalendar(silent, NOW)).not.toContain("DESCRIPTION");
  });

  it("cancels the entries of a cancelled job, and is none without dates", () => {
    expect(unfolded(jobCalendar({ ...JOB, job_status: "cancelled" }, NOW))).toContain(
      "STATUS:CANCELLED",
    );
    const { job_estimate_date: _e, job_install_date: _i, ...undated } = JOB;
    expect(jobCalendar(undated, NOW)).toBeNull();
  });
});
