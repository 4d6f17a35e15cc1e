import { expect, it } from "vitest";
import { statusTimeOf } from "@domain/imports/statusTime";

const NOW = Date.UTC(2026, 5, 17);
const at = (month: number) => Date.UTC(2026, month, 1);

it.each([
  [{ statusChangedAt: at(0), job_install_date: at(1) }, at(0)],
  [{ job_estimate_date: at(1), job_install_date: at(2) }, at(2)],
  [{ job_estimate_date: at(1) }, at(1)],
  [{ job_install_date: at(8) }, NOW],
  [{ statusChangedAt: at(8) }, NOW],
  [{}, NOW],
  [{ statusChangedAt: 0 }, Date.UTC(2000, 0, 2)],
])("an imported job with %j has its status since %d", (row, since) => {
  expect(statusTimeOf(row, NOW)).toBe(since);
});
