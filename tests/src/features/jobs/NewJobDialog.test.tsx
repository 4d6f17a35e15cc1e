import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { JOB_CATEGORIES, JOB_STATUS_LABELS } from "@domain/job/jobs";
import { aJob } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, field, openNew } from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

const UUID = /^[\da-f-]{36}$/;

beforeAll(stubLayout);
afterEach(async () => {
  vi.useRealTimers();
  await endDialogs();
});

const DAY = "2026-11-21";
const on = (hour: number, minute = 0) => new Date(2026, 10, 21, hour, minute).getTime();
const setClock = (hour: number, minute = 0) =>
  vi.useFakeTimers({ toFake: ["Date"], now: on(hour, minute) });

const save = () => button("Save Job");

describe("new jobs", () => {
  // Spec 2.63, 5.1, 5.2
  it("a new job is titled Create Job, shows what is missing at the fields, and disables Save", () => {
    openNew();
    expect(screen.getByRole("dialog", { name: "Create Job" })).toBeVisible();
    expect(screen.getByText("Select a customer or enter a name.")).toBeVisible();
    expect(screen.getByText("Address is required.")).toBeVisible();
    expect(field("Address")).toHaveAccessibleDescription("Address is required.");
    expect(save()).toBeDisabled();
  });

  // Spec 1.17, 2.65, 2.67, 5.9, 5.11
  it("a new job has its blocks in their order, with the photos folded away", () => {
    openNew();
    const blocks = [
      field("Customer name"),
      field("Phone"),
      field("Email"),
      field("Obtained type"),
      field("Address"),
      field("City"),
      field("Price"),
      field("Status"),
      screen.getByRole("group", { name: "Categories" }),
      screen.getByRole("heading", { name: "Drawings" }),
      screen.getByText("Estimate photos"),
      screen.getByText("Install photos"),
      field("Estimate date"),
      field("Install date"),
      field("Notes"),
      save(),
      screen.getByRole("button", { name: "Discard" }),
    ];
    const inOrder = [...blocks].sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    expect(inOrder).toEqual(blocks);
    for (const photos of ["Estimate photos", "Install photos"]) {
      const folder = screen.getByRole("button", {
        name: `${photos} None yet`,
      });
      expect(folder).toHaveAttribute("aria-expanded", "false");
    }
    expect(field("Price")).toHaveAttribute("type", "number");
    expect(field("Price")).toHaveAttribute("step", "0.01");
    for (const date of ["Estimate date", "Install date"]) {
      expect(field(date)).toHaveAttribute("type", "datetime-local");
    }
  });

  // Spec 3.15, 3.17
  it("offers the statuses, the categories and the obtained types of the specification", () => {
    openNew();
    const options = (name: string) =>
      within(field(name))
        .getAllByRole<HTMLOptionElement>("option")
        .map(({ value, textContent }) => [value, textContent]);
    expect(options("Status")).toEqual(Object.entries(JOB_STATUS_LABELS));
    expect(options("Obtained type").slice(1)).toEqual(OBTAINED_TYPES.map((type) => [type, type]));
    const categories = screen.getByRole("group", { name: "Categories" });
    expect(
      within(categories)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([...JOB_CATEGORIES]);
  });

  // Spec 5.3
  it("a new job can be saved once customer and address are filled in, and not before", async () => {
    const { user } = openNew();
    await fill(user, field("Customer name"), "Cy Young");
    expect(save()).toBeDisabled();
    await fill(user, field("Address"), "9 Low Rd");
    expect(save()).toBeEnabled();
    await user.clear(field("Address"));
    expect(save()).toBeDisabled();
    await user.tab();
    expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
  });

  // Spec 1.16, 2.70, 5.7
  it("saves customer and job in one call and closes", async () => {
    const { user, created, onClose } = openNew();
    await fill(user, field("Customer name"), "Cy Young");
    await fill(user, field("Phone"), "1-555-010-0003");
    await fill(user, field("Address"), "9 Low Rd");
    expect(field("Phone")).toHaveValue("(555) 010-0003");
    await fill(user, field("Price"), "1250.50");
    await user.selectOptions(field("Status"), "Estimate Scheduled");
    await user.click(screen.getByRole("button", { name: "Gutter cleaning" }));
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(created()).toEqual([
      {
        clientKey: expect.stringMatching(UUID) as string,
        customer: { customer_name: "Cy Young", customer_phone: "5550100003" },
        job_address: "9 Low Rd",
        jobs_price: 1250.5,
        job_status: "estimate_scheduled",
        job_categories: ["Gutter cleaning"],
      },
    ]);
  });

  it("Enter in a new job with missing input shows what is missing, and goes there", async () => {
    const { user, created } = openNew();
    await fill(user, field("Customer name"), "Cy Young");
    act(() => field("City").focus());
    await user.keyboard("{Enter}");
    expect(field("Address")).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
    expect(created()).toEqual([]);
  });

  // Spec 8.7
  it("shows a server error at its field and keeps the input", async () => {
    const { user, backend, onClose } = openNew();
    backend.perform(api.jobs.create, () => {
      throw new ConvexError({
        code: "INVALID",
        field: "job_address",
        message: "We do not work there.",
      });
    });
    await fill(user, field("Customer name"), "Cy Young");
    await fill(user, field("Address"), "9 Low Rd");
    await user.click(save());
    expect(await screen.findByRole("alert")).toHaveTextContent("We do not work there.");
    expect(field("Address")).toHaveValue("9 Low Rd");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("offers the next free half hour of the day it was opened on, and fills nothing in", async () => {
    setClock(10, 10);
    const { user, created } = openNew({
      initialDay: DAY,
      jobs: [aJob({ job_estimate_date: on(11) })],
    });
    expect(field("Estimate date")).toHaveValue("");
    const [forEstimate] = screen.getAllByRole("button", {
      name: "Saturday, Nov 21, 26 at 12:30 PM",
    });
    if (forEstimate) await user.click(forEstimate);
    expect(field("Estimate date")).toHaveValue(`${DAY}T12:30`);
    expect(field("Install date")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Clear estimate date" }));
    expect(field("Estimate date")).toHaveValue("");
    expect(created()).toEqual([]);
  });
});

describe("leaving a new job", () => {
  it("leaving a new job by Esc asks before discarding a filled form, and closes an empty one at once", async () => {
    const { user, onClose } = openNew();
    await fill(user, field("Address"), "9 Low Rd");
    await user.keyboard("{Escape}");
    await screen.findByRole("alertdialog");
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(field("Address")).toHaveValue("9 Low Rd");

    await user.clear(field("Address"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
