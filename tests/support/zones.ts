/** Time zones of the day tests: both hemispheres, half-hour offsets, a half-hour clock change, and no clock change. */
export const ZONES = [
  "America/New_York",
  "America/Phoenix",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
] as const;

/** Runs `work` with the process in a time zone. Throws if the zone did not take effect. */
export function inZone<Result>(zone: string, work: () => Result): Result {
  const before = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    const actual = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (actual !== zone && !(zone === "Asia/Kolkata" && actual === "Asia/Calcutta"))
      throw new Error(`The process is in ${actual}, not in ${zone}.`);
    return work();
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
}
