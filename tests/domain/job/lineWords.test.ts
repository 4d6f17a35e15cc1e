import { describe, expect, it } from "vitest";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/job/jobs";
import { ADDRESS, CATEGORY, isDateText, isTown, STATUS } from "@domain/job/lineWords";
import { readJobLine } from "@domain/job/jobLine";

const CONTEXT = { now: Date.now(), shownDay: "2026-11-24" };

describe("the words of a line", () => {
  it.each(JOB_CATEGORIES)("the category %s is known by its own name", (category) => {
    expect(CATEGORY.exec(category)?.[0]).toBe(category);
    expect(readJobLine(category, CONTEXT)?.categories).toEqual([category]);
  });

  it.each(JOB_STATUSES)("the status %s is known by its label", (status) => {
    const label = jobStatusLabel(status);
    expect(STATUS.exec(label)?.[0]).toBe(label);
    expect(readJobLine(label, CONTEXT)?.status).toBe(status);
  });

  it('the word "gutters" alone names no category', () => {
    expect(CATEGORY.exec("gutters")).toBeNull();
  });

  it.each([
    ["10 88 elm st", "88 elm st"],
    ["8 10a jordan sample", undefined],
    ["88 elm st apt 4 columbus", "88 elm st apt 4"],
    ["1 st clair ave", "1 st clair ave"],
    ["88 elm columbus", undefined],
    ["450 gutter cleaning drive", undefined],
  ])("the address in the line %j is found", (text, address) => {
    expect(ADDRESS.exec(text)?.[0]).toBe(address);
  });

  it.each([
    ["tom", false],
    ["tom 10", true],
    ["10", false],
    ["10a", true],
    ["12/8", true],
  ] as const)("the words of a line tell whether %j is a date", (words, isDate) => {
    expect(isDateText(words)).toBe(isDate);
  });

  it.each([
    [["new", "port", "richey"], true],
    [["columbus", "jordan", "sample"], false],
    [["dog", "house"], false],
  ] as const)("the words of a line tell whether %j is a city", (words, isCity) => {
    expect(isTown(words)).toBe(isCity);
  });
});
