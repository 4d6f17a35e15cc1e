import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import type { RoutePlan } from "@domain/job/route";
import { RouteDialog } from "@/features/schedule/RouteDialog";
import { chooseRouteMaps } from "@/features/schedule/routeMaps";
import { aJob } from "../../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";
import { aUser } from "../../../support/user";

const NAMES = ["Ruth", "Amir", "Noor", "Bob", "Ann"];

/** An hour apart. Ann has no address. */
const JOBS = NAMES.map((name, index) =>
  aJob({
    _id: name as never,
    customer_name: `${name} Okafor`,
    job_customer_phone: "5550100001",
    job_notes: "Gate code 4417.",
    job_address: name === "Ann" ? "" : `${index + 1} Birch Street`,
    job_install_date: new Date(2026, 10, 20, 9 + index).getTime(),
  }),
);

function Planned({ jobs }: { readonly jobs: typeof JOBS }) {
  const [plan, setPlan] = useState<RoutePlan>({ order: [], chosen: {} });
  return (
    <RouteDialog
      day="2026-11-20"
      jobs={jobs}
      plan={plan}
      opened={0}
      onPlan={setPlan}
      onClose={() => undefined}
    />
  );
}

function open(jobs = JOBS) {
  renderOn(new FakeBackend(), <Planned jobs={jobs} />);
  return aUser();
}

beforeEach(() => {
  stubLayout();
  localStorage.clear();
  chooseRouteMaps("google");
});

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

const via = (...numbers: readonly number[]) =>
  numbers.map((number) => encodeURIComponent(`${number} Birch Street`)).join("%7C");

it("a person reorders the visits and leaves some out, and the link contains only addresses", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Move Noor Okafor up" }));
  await user.click(screen.getByRole("checkbox", { name: /Ruth Okafor/ }));
  expect(links()).toEqual([
    [
      "Open in Google Maps",
      `https://www.google.com/maps/dir/?api=1&destination=${via(4)}&waypoints=${via(3, 2)}&travelmode=driving`,
    ],
  ]);
  const [, ...rows] = screen.getAllByRole("listitem");
  expect(within(rows.at(-1)!).getByRole("checkbox")).toBeDisabled();
  expect(rows.at(-1)).toHaveTextContent("No address");
});

it("a route is opened in legs if the link takes no more stops, in the maps app that the device chose", async () => {
  const jobs = JOBS.map((job) => ({ ...job, job_address: "1 Birch Street" }));
  const user = open(jobs);
  expect(links().map(([text]) => text)).toEqual(["Open stops 1–4", "Open stop 5"]);
  await user.click(screen.getByRole("radio", { name: "Apple Maps" }));
  expect(links()).toHaveLength(1);
  expect(links()[0]![1]).toMatch(/^https:\/\/maps\.apple\.com\//);
  // The next route on this device opens in it too.
  expect(localStorage.getItem("downspout:route-maps")).toBe("apple");
});
