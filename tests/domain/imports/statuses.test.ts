import { expect, it } from "vitest";
import { NO_STATUS, statusOf } from "@domain/imports/statuses";

it.each([
  ["Canceled", "cancelled"],
  ["Lost", "cancelled"],
  ["Expired", "cancelled"],
  ["Unpaid", "completed"],
  ["Past due", "completed"],
  ["Awaiting payment", "completed"],
  ["Paid", "installed_paid"],
  ["Unscheduled", "approved"],
  ["Accepted", "approved"],
  ["Closed", "completed"],
  ["Work finished", "completed"],
  ["Appointment set", "estimate_scheduled"],
  ["Awaiting response", "estimate_sent"],
  ["Quote sent", "estimate_sent"],
  ["Scheduled", "install_scheduled"],
  ["In progress", "install_scheduled"],
  ["Contacted", "called"],
  ["Warranty", "service"],
  ["Estimate Delivered", "estimate_sent"],
  ["On hold", "lead"],
  [NO_STATUS.past, "completed"],
  [NO_STATUS.other, "lead"],
  ["constructor", "lead"],
])("the status %j of another program becomes %s", (text, status) => {
  expect(statusOf(text, {})).toBe(status);
});

it("takes the status that the person has chosen instead of the suggested status", () => {
  expect(statusOf("Paid", { Paid: "service" })).toBe("service");
  expect(statusOf("paid", { Paid: "service" })).toBe("installed_paid");
});
