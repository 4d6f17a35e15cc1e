import { describe, expect, it } from "vitest";
import { Durations } from "../../../server/monitoring/durations";

function durationsOf(times: readonly number[]): Durations {
  const durations = new Durations();
  for (const ms of times) durations.add(ms);
  return durations;
}

describe("durations", () => {
  it("are nothing before there are any", () => {
    const durations = durationsOf([]);
    expect(durations.count).toBe(0);
    expect(durations.max).toBe(0);
    expect(durations.percentile(99)).toBe(0);
  });

  it("say the percentiles of 1 to 1000 ms, at most 5 % too high and never too low", () => {
    const times = Array.from({ length: 1000 }, (_, at) => 1000 - at);
    const durations = durationsOf(times);
    for (const percent of [1, 50, 90, 99]) {
      const told = durations.percentile(percent) / (percent * 10);
      expect(told).toBeGreaterThanOrEqual(1);
      expect(told).toBeLessThanOrEqual(1.05);
    }
    expect(durations.count).toBe(1000);
    expect(durations.max).toBe(1000);
  });

  it("say no percentile that is longer than the longest", () => {
    const durations = durationsOf([7]);
    expect(durations.percentile(50)).toBe(7);
    expect(durations.percentile(99)).toBe(7);
  });

  it("take what took no time at all, and what took a day", () => {
    const durations = durationsOf([0, 0, 86_400_000]);
    expect(durations.percentile(50)).toBeLessThanOrEqual(0.01);
    expect(durations.percentile(99)).toBe(86_400_000);
  });
});
