/**
 * The demo's office with what its days lack: crews, visits of several days and through a night, promised windows,
 * customers who are due again, a completed install with corners of an open side, and an estimate that has changed.
 */
import { randomUUID } from "node:crypto";
import { type Account, tokenOf } from "./accounts";
import { Caller, itemOf, itemsBySku, lineOf } from "./caller";
import { fillOffice } from "./fillOffice";
import { type DemoTime, instantOf } from "./office";

const LONG_NAME = "Alexandria Montgomery-Featherstonehaugh";
const CREWS = {
  "north crew": "North crew",
  "crew 2": "Crew 2",
  "red team": "Red team with the long ladder",
};
const LAST_YEAR = [
  "Ivy Castellano",
  LONG_NAME,
  "Hugo Pratt",
  "The Westerville Historical Society and Garden Club",
  "Mary Ann O'Brien",
  "Bo",
];

type Jobs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** By the customer's name. */
function visitsOf(time: DemoTime): Jobs {
  const at = (day: number, hour: number) => instantOf({ day, hour }, time);
  return {
    "Noor Haddad": {
      job_install_date: at(-1, 8),
      job_install_length: 57 * 60,
      job_install_crew: "North crew",
      jobs_price: 8450,
      job_notes: "Three sides, two storys. Lift comes on Tuesday.",
    },
    [LONG_NAME]: {
      job_install_date: at(0, 9),
      job_install_length: 33 * 60,
      job_install_crew: "red team",
      jobs_price: 18_450,
    },
    "Night Owl Bakery": {
      job_install_date: at(-1, 20),
      job_install_length: 14 * 60,
      job_install_crew: "Crew 2",
      jobs_price: 2450,
    },
    "Ruth Okafor": {
      job_install_date: at(0, 11),
      job_install_length: 150,
      job_install_window: 60,
      job_install_crew: "Crew 2",
      jobs_price: 1450,
    },
    "Bo Ng": {
      job_estimate_date: at(0, 14),
      job_estimate_length: 45,
      job_estimate_window: 120,
      job_estimate_crew: "North crew",
      job_status: "estimate_scheduled",
    },
  };
}

/** Returns the owner's session. */
export async function fillVariedOffice(url: string, time: DemoTime): Promise<Account> {
  const owner = await fillOffice(url, time);
  const desk = new Caller(url, await tokenOf(url, owner));
  for (const [key, name] of Object.entries(CREWS))
    await desk.mutation("office:setCrew", { key, name });
  await desk.mutation("office:setSettings", { due_months: 12, company_name: "Reyes Gutters" });
  for (const [name, job] of Object.entries(visitsOf(time))) await addJob(desk, name, job);
  for (const [at, name] of LAST_YEAR.entries())
    await addJob(desk, name, {
      job_install_date: instantOf({ day: -370 - at * 9, hour: 10 }, time),
      job_status: "installed_paid",
      job_categories: ["Gutter cleaning"],
      jobs_price: 180 + at,
    });
  await addOpenSides(desk, time);
  await addChangedEstimate(desk, time);
  return owner;
}

function addJob(desk: Caller, customer_name: string, job: Readonly<Record<string, unknown>>) {
  return desk.mutation("jobs:create", {
    customer: { customer_name, customer_phone: "6145550188" },
    job_address: "14821 Sycamore Ridge Road",
    job_city: "Canal Winchester, OH 43110",
    job_categories: ["Gutters and downspout Replacement"],
    job_status: "install_scheduled",
    ...job,
  });
}

/** A completed install of today, with end caps that may be left or right ones. */
async function addOpenSides(desk: Caller, time: DemoTime) {
  const id = await addJob(desk, "Sam Sides", {
    job_install_date: instantOf({ day: 0, hour: 8.5 }, time),
    job_status: "completed",
    job_install_crew: "North crew",
    jobs_price: 1900,
  });
  const items = await itemsBySku(desk);
  const caps = {
    ...{ name: "End Cap", unit: "piece", size: "6", quantity: 7, price: 1.75 },
    ...{ colorNumber: "002", colorName: "80 Degree White" },
    ...{ clientKey: randomUUID(), order: "e" },
  };
  const lines = [
    lineOf(itemOf(items, "GUT-SEAMLESS"), { quantity: 80, size: "6", at: 0 }),
    caps,
    lineOf(itemOf(items, "DSP-10"), { quantity: 4, size: "6", at: 5 }),
  ];
  await desk.mutation("lines:add", { id, lines });
}

/** An install whose rows are others than those of the estimate that was sent. */
async function addChangedEstimate(desk: Caller, time: DemoTime) {
  const id = await addJob(desk, "Esther Mate", {
    job_install_date: instantOf({ day: 0, hour: 15.5 }, time),
    job_install_crew: "Crew 2",
    jobs_price: 900,
  });
  const items = await itemsBySku(desk);
  const lines = [
    lineOf(itemOf(items, "GUT-SEAMLESS"), { quantity: 120, size: "6", at: 0 }),
    lineOf(itemOf(items, "ELB-A"), { quantity: 6, size: "6", at: 2 }),
  ];
  await desk.mutation("lines:add", { id, lines });
  await desk.mutation("messages:noteEstimate", {
    ...{ id, message: "estimate", shows: "rows", hasPicture: false },
    ...{ validUntil: "2026-06-15", notes: "In May." },
    ...{ estimateRows: ["120 ft gutter: $1,110.00"], total: "$1,110.00" },
  });
}
