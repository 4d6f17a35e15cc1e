/** What files of other programs become. The people are made up; the shapes are those of public exports. */
import { expect, it } from "vitest";
import { formatShortDay, dayKeyOf } from "@domain/dates/days";
import { withLeftovers } from "@domain/imports/leftoverNotes";
import type { ImportOutcome } from "@domain/imports/normalize";
import type { ImportRow } from "@domain/imports/rows";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { spanWords } from "@domain/job/spanWords";
import { formatTime } from "@domain/dates/times";
import { TableSession } from "@/features/imports/importSession";
import { inZone } from "../../../support/zones";

function importText(text: string): ImportOutcome {
  const session = new TableSession();
  const summary = session.read(new TextEncoder().encode(text));
  if ("refusal" in summary) throw new Error(summary.refusal);
  return session.apply({
    kind: summary.kind,
    targets: summary.targets[summary.kind],
    dateOrder: null,
    times: {},
    statuses: {},
    arePaid: null,
    now: new Date(2027, 0, 4, 12).getTime(),
  });
}

/** "Rosa Delgado | 12 Elm St | May 14, 27 9:00 AM | $5 | notes": what a person sees of the row. */
function shown(row: ImportRow): string {
  if (row.kind === "customers") {
    const { customer_name, customer_phone = "", places, leftovers } = row;
    const [place] = places;
    return line([
      customer_name,
      formatPhone(customer_phone),
      place && placeText(place),
      ...leftovers.map(({ label, text }) => `${label}: ${text}`),
    ]);
  }
  const { customer, job_install_date: at, jobs_price: price } = row;
  return line([
    customer.customer_name,
    placeText(row),
    at && `${formatShortDay(dayKeyOf(at))} ${formatTime(at)}`,
    at && spanWords(at, { window: row.job_install_window }),
    price === undefined ? "" : `$${price}`,
    withLeftovers(row.job_notes, row.leftovers).notes,
  ]);
}

const line = (parts: readonly (string | number | undefined)[]) => parts.filter(Boolean).join(" | ");

const LONG = "Replace gutters and downspouts on the whole house, ".repeat(5);

const FILES: readonly {
  readonly name: string;
  readonly file: string;
  readonly rows: readonly string[];
  readonly times?: ImportOutcome["times"];
}[] = [
  {
    name: "times and windows",
    file: `
Job #,Client name,Address,Scheduled date,Scheduled start time,Status
1,Rosa Delgado,12 Elm St,05/14/2027,9:00 AM - 11:00 AM,Scheduled
2,Jo Park,4 Oak Ct,05/15/2027,8 AM,Scheduled
3,Ann Lee,5 Oak Ct,05/16/2027,Morning,Scheduled
4,Ann Loo,6 Oak Ct,05/17/2027,1:30pm,Scheduled
5,Al Loo,7 Oak Ct,05/18/2027,1330,Scheduled
6,Al Bo,8 Oak Ct,05/19/2027,1-3 PM,Scheduled`,
    rows: [
      "Rosa Delgado | 12 Elm St | May 14, 27 9:00 AM | arrives 9 to 11 AM | Job #: 1",
      "Jo Park | 4 Oak Ct | May 15, 27 8:00 AM | Job #: 2",
      "Ann Lee | 5 Oak Ct | May 16, 27 8:00 AM | Scheduled start time: Morning\nJob #: 3",
      "Ann Loo | 6 Oak Ct | May 17, 27 1:30 PM | Job #: 4",
      "Al Loo | 7 Oak Ct | May 18, 27 1:30 PM | Job #: 5",
      "Al Bo | 8 Oak Ct | May 19, 27 1:00 PM | arrives 1 to 3 PM | Job #: 6",
    ],
    times: [{ part: "morning", count: 1, time: "08:00" }],
  },
  {
    name: "a text that is too long for an id",
    file: `
Client name,Address,Job,Status
Rosa,12 Elm,"${LONG}",Scheduled
Jo,13 Elm,Short,Scheduled`,
    rows: [`Rosa | 12 Elm | Job: ${LONG.trim()}`, "Jo | 13 Elm | Job: Short"],
  },
  {
    name: "a street of two lines",
    file: `
Client name,Phone,Street,City,State,Status,Scheduled date
Rosa Delgado,614-555-0101,"12 Elm St
Apt 4",Troy,OH,Scheduled,05/14/2027 9:00 AM`,
    rows: ["Rosa Delgado | 12 Elm St, Apt 4, Troy, OH | May 14, 27 9:00 AM"],
  },
  {
    name: "a column of midnights",
    file: `
Client name,Address,Scheduled date,Status
Rosa Delgado,12 Elm St,2027-05-14T00:00:00.000Z,Scheduled
Jo Park,13 Elm St,2027-05-15T00:00:00.000Z,Scheduled
Al Fox,14 Elm St,5/16/2027 0:00,Scheduled`,
    rows: [
      "Rosa Delgado | 12 Elm St | May 14, 27 9:00 AM",
      "Jo Park | 13 Elm St | May 15, 27 9:00 AM",
      "Al Fox | 14 Elm St | May 16, 27 9:00 AM",
    ],
    times: [{ part: "none", count: 3, time: "09:00" }],
  },
  {
    name: "dates and prices in many forms",
    file: `
Client name,Address,Scheduled date,Total
A One,1 Elm,2027-05-14 09:00:00 -0400,5
B Two,2 Elm,14-May-27,5
C Three,3 Elm,14-May-2027,5
D Four,4 Elm,2027/05/14,5
E Five,5 Elm,5/14/2027 9 AM,5
F Six,6 Elm,46521,5
G Seven,7 Elm,5/14/2027," $-   "
H Eight,8 Elm,5/14/2027,TBD
I Nine,9 Elm,0000-00-00,5
J Ten,10 Elm,ASAP,5`,
    rows: [
      "A One | 1 Elm | May 14, 27 9:00 AM | $5",
      "B Two | 2 Elm | May 14, 27 9:00 AM | $5",
      "C Three | 3 Elm | May 14, 27 9:00 AM | $5",
      "D Four | 4 Elm | May 14, 27 9:00 AM | $5",
      "E Five | 5 Elm | May 14, 27 9:00 AM | $5",
      "F Six | 6 Elm | May 14, 27 9:00 AM | $5",
      "G Seven | 7 Elm | May 14, 27 9:00 AM",
      "H Eight | 8 Elm | May 14, 27 9:00 AM | Total: TBD",
      "I Nine | 9 Elm | $5",
      "J Ten | 10 Elm | $5 | Scheduled date: ASAP",
    ],
    times: [{ part: "none", count: 6, time: "09:00" }],
  },
  {
    name: "words beside phones",
    file: `
Name,Phone,Address
Rosa Delgado,614-555-0101 x12,12 Elm St
Jo Park,614 555 0102 (wife Ann),13 Elm St
Al Fox,614/555-0103,14 Elm St
Bo Fox,(614) 555‐0104,15 Elm St
Cy Fox,+44 20 7946 0958,16 Elm St
Di Fox,+52 614 555 0105,17 Elm St
Ed Fox,6.14555E+09,18 Elm St
Flo Fox,+49 30 123 456 7890,19 Elm St
Gus Fox,Work: 614.555.0106 or +1 (614) 555-0107 (shop),20 Elm St`,
    rows: [
      "Rosa Delgado | (614) 555-0101 | 12 Elm St | Phone: x12",
      "Jo Park | (614) 555-0102 | 13 Elm St | Phone: wife Ann",
      "Al Fox | (614) 555-0103 | 14 Elm St",
      "Bo Fox | (614) 555-0104 | 15 Elm St",
      "Cy Fox | 16 Elm St | Phone: +44 20 7946 0958",
      "Di Fox | 17 Elm St | Phone: +52 614 555 0105",
      "Ed Fox | 18 Elm St | Phone: 6.14555E+09",
      "Flo Fox | 19 Elm St | Phone: +49 30 123 456 7890",
      "Gus Fox | (614) 555-0106 | 20 Elm St | Phone: Work; +1 (614) 555-0107 (shop)",
    ],
  },
];

it.each(FILES)("reads $name", ({ file, rows, times = [] }) => {
  inZone("America/New_York", () => {
    const outcome = importText(file.trimStart());
    expect(outcome.rows.map(shown)).toEqual(rows);
    expect(outcome.times).toEqual(times);
    expect(outcome.faults).toEqual([]);
  });
});

it("counts the rows of a file with those that cannot be imported", () => {
  const bytes = new TextEncoder().encode(
    "Name,Phone\nAnn Field,614-555-0101\nBo Ek,614-555-0102,more\nTOTAL,2",
  );
  expect(new TableSession().read(bytes)).toMatchObject({ rowCount: 3 });
});
