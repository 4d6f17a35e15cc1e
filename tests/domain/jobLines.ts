/**
 * Lines in the words of an office, with what a person would book of each. They were written before the reader was, at
 * Tuesday, November 24, 2026, 9:00 AM.
 */
import { readJobLine } from "@domain/job/jobLine";
import type { JobCategory, JobStatus } from "@domain/job/jobs";

export interface ExpectedLine {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  readonly city?: string;
  /** The field's value, or the day alone where no time was said. */
  readonly date?: string;
  readonly visit?: "install";
  readonly categories?: readonly JobCategory[];
  readonly price?: number;
  readonly status?: JobStatus;
  readonly notes?: string;
}

const CLEANING = "Gutter cleaning";
const GUTTERS = "Gutters and downspout Replacement";
const GUARD = "Leaf Guard Replacement";

export const OFFICE_LINES: readonly (readonly [string, ExpectedLine])[] = [
  [
    "jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning $450",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
      categories: [CLEANING],
      price: 450,
    },
  ],
  [
    "Maria Lopez, (614) 555-0143, 1204 Oakland Park Ave, Columbus, OH 43224, wed 2pm, gutter cleaning",
    {
      name: "Maria Lopez",
      phone: "6145550143",
      address: "1204 Oakland Park Ave",
      city: "Columbus, OH 43224",
      date: "2026-11-25T14:00",
      categories: [CLEANING],
    },
  ],
  [
    "bob jones 614-555-2211 12 june st worthington tue dec 1 9:30a leaf guard $1,850",
    {
      name: "Bob Jones",
      phone: "6145552211",
      address: "12 June St",
      city: "Worthington",
      date: "2026-12-01T09:30",
      categories: [GUARD],
      price: 1850,
    },
  ],
  [
    "april carter 614 555 7788 400 maple dr dublin 12/3 1p soffit",
    {
      name: "April Carter",
      phone: "6145557788",
      address: "400 Maple Dr",
      city: "Dublin",
      date: "2026-12-03T13:00",
      categories: ["Soffit Replace"],
    },
  ],
  [
    "tom baker 6145550101 7 hill ct powell fri dec 4 8a fascia and soffit",
    {
      name: "Tom Baker",
      phone: "6145550101",
      address: "7 Hill Ct",
      city: "Powell",
      date: "2026-12-04T08:00",
      categories: ["Fascia Replace", "Soffit Replace"],
    },
  ],
  [
    "tue dec 8 10a jordan sample 88 elm st columbus 6145559876",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
    },
  ],
  [
    "6145559876 jordan sample 88 elm st columbus tomorrow 3p",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-11-25T15:00",
    },
  ],
  [
    "install jordan sample 88 elm st columbus thu dec 10 8am new gutters $3200",
    {
      name: "Jordan Sample",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-10T08:00",
      visit: "install",
      categories: [GUTTERS],
      price: 3200,
    },
  ],
  [
    "estimate for dana wu at 15 w 5th ave columbus on mon nov 30 at 11am 6145553322",
    {
      name: "Dana Wu",
      phone: "6145553322",
      address: "15 W 5th Ave",
      city: "Columbus",
      date: "2026-11-30T11:00",
    },
  ],
  [
    "pat o'brien pat.obrien@example.com 22 n high st apt 4 columbus wed dec 9 10:30am clean gutters",
    {
      name: "Pat O'Brien",
      email: "pat.obrien@example.com",
      address: "22 N High St Apt 4",
      city: "Columbus",
      date: "2026-12-09T10:30",
      categories: [CLEANING],
    },
  ],
  [
    "smith, john 6145551234 90 main street westerville dec 2 noon $275",
    {
      name: "Smith, John",
      phone: "6145551234",
      address: "90 Main Street",
      city: "Westerville",
      date: "2026-12-02T12:00",
      price: 275,
    },
  ],
  [
    "ruth okafor 72 birch street columbus approved trim",
    {
      name: "Ruth Okafor",
      address: "72 Birch Street",
      city: "Columbus",
      status: "approved",
      categories: ["Trim Replace"],
    },
  ],
  [
    "new lead kim park 6145550199 301 lake view blvd new albany",
    {
      name: "Kim Park",
      phone: "6145550199",
      address: "301 Lake View Blvd",
      city: "New Albany",
      status: "lead",
    },
  ],
  [
    "service call hank moore 614.555.6677 5 oak ln grove city wed dec 2 2:30pm",
    {
      name: "Hank Moore",
      phone: "6145556677",
      address: "5 Oak Ln",
      city: "Grove City",
      date: "2026-12-02T14:30",
      status: "service",
    },
  ],
  [
    "lena fischer +1 614 555 4455 1010 riverside drive upper arlington sat dec 5 9am gutter guards $2,400.00",
    {
      name: "Lena Fischer",
      phone: "6145554455",
      address: "1010 Riverside Drive",
      city: "Upper Arlington",
      date: "2026-12-05T09:00",
      categories: [GUARD],
      price: 2400,
    },
  ],
  [
    "jim & carol davis 6145558899 64 spring rd delaware tue dec 15 10 gutter replacement",
    {
      name: "Jim & Carol Davis",
      phone: "6145558899",
      address: "64 Spring Rd",
      city: "Delaware",
      date: "2026-12-15T10:00",
      categories: [GUTTERS],
    },
  ],
  [
    "mrs. green 6145550011 233 cherry way gahanna fri 11a gutter cleaning $180",
    {
      name: "Mrs. Green",
      phone: "6145550011",
      address: "233 Cherry Way",
      city: "Gahanna",
      date: "2026-11-27T11:00",
      categories: [CLEANING],
      price: 180,
    },
  ],
  [
    "gutter cleaning $225 lou reyes 6145552020 18 walnut pl bexley mon dec 7 8:00am",
    {
      name: "Lou Reyes",
      phone: "6145552020",
      address: "18 Walnut Pl",
      city: "Bexley",
      date: "2026-12-07T08:00",
      categories: [CLEANING],
      price: 225,
    },
  ],
  [
    "88 elm st, columbus, jordan sample, 614-555-9876, tue dec 8 10a",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
    },
  ],
  [
    "jordan sample 88 elm st columbus oh 43215 6145559876 12/8/26 10:00",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus, OH 43215",
      date: "2026-12-08T10:00",
    },
  ],
  [
    "jordan sample 6145559876 88 elm st columbus tue dec 8 10a dog in back yard",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
      notes: "dog in back yard",
    },
  ],
  [
    "walt dean 6145557070 900 w broad st columbus leaking corner by garage thu dec 3 9a",
    {
      name: "Walt Dean",
      phone: "6145557070",
      address: "900 W Broad St",
      date: "2026-12-03T09:00",
      notes: "columbus leaking corner by garage",
    },
  ],
  [
    "jordan sample 6145559876 88 elm st columbus tue dec 8",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08",
      notes: "tue dec 8",
    },
  ],
  [
    "jordan sample 6145559876 88 elm st columbus gutter cleaning 450",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      categories: [CLEANING],
      notes: "450",
    },
  ],
  [
    "jordan sample 5559876 88 elm st columbus tue dec 8 10a",
    {
      name: "Jordan Sample",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
      notes: "5559876",
    },
  ],
  [
    "ann marie de la cruz 6145554141 41 vine st hilliard wed dec 16 1:30p trim $640",
    {
      name: "Ann Marie De La Cruz",
      phone: "6145554141",
      address: "41 Vine St",
      city: "Hilliard",
      date: "2026-12-16T13:30",
      categories: ["Trim Replace"],
      price: 640,
    },
  ],
  [
    "theo klein 614-555-3434 ext 12 77 park ave columbus mon dec 14 9a",
    {
      name: "Theo Klein",
      phone: "6145553434",
      address: "77 Park Ave",
      city: "Columbus",
      date: "2026-12-14T09:00",
      notes: "ext 12",
    },
  ],
  [
    "sun li 6145559090 6 ash cir dublin thu dec 10 10a leafguard",
    {
      name: "Sun Li",
      phone: "6145559090",
      address: "6 Ash Cir",
      city: "Dublin",
      date: "2026-12-10T10:00",
      categories: [GUARD],
    },
  ],
  [
    "cell 6145550808 name rosa diaz 14 pine tree ln reynoldsburg dec 11 4p",
    {
      name: "Rosa Diaz",
      phone: "6145550808",
      address: "14 Pine Tree Ln",
      city: "Reynoldsburg",
      date: "2026-12-11T16:00",
    },
  ],
  [
    "gus 6145551717 1 st clair ave columbus fri dec 11 1p",
    {
      name: "Gus",
      phone: "6145551717",
      address: "1 St Clair Ave",
      city: "Columbus",
      date: "2026-12-11T13:00",
    },
  ],
  [
    "installed and paid nora bell 88 court st columbus $900 gutter replacement",
    {
      name: "Nora Bell",
      address: "88 Court St",
      city: "Columbus",
      status: "installed_paid",
      price: 900,
      categories: [GUTTERS],
    },
  ],
  [
    "estimate scheduled ed hart 6145552525 310 s third st columbus mon nov 30 2p",
    {
      name: "Ed Hart",
      phone: "6145552525",
      address: "310 S Third St",
      city: "Columbus",
      date: "2026-11-30T14:00",
      status: "estimate_scheduled",
    },
  ],
  [
    "ivy long 6145556161 2450 county road 9 delaware tue dec 22 9a soffit $1200",
    {
      name: "Ivy Long",
      phone: "6145556161",
      address: "2450 County Road 9",
      city: "Delaware",
      date: "2026-12-22T09:00",
      categories: ["Soffit Replace"],
      price: 1200,
    },
  ],
  [
    "moe stone 6145557373 5800 us 23 n lewis center wed dec 23 8a",
    {
      name: "Moe Stone",
      phone: "6145557373",
      address: "5800 US 23 N",
      city: "Lewis Center",
      date: "2026-12-23T08:00",
    },
  ],
  [
    "jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning 450 dollars",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
      categories: [CLEANING],
      price: 450,
    },
  ],
  [
    "fay wright 1-614-555-8282 19 beech blvd #3 whitehall tomorrow 8:30a cleaning",
    {
      name: "Fay Wright",
      phone: "6145558282",
      address: "19 Beech Blvd #3",
      city: "Whitehall",
      date: "2026-11-25T08:30",
      categories: [CLEANING],
    },
  ],
  [
    "ray mcdonald 6145559191 550 n state st westerville thurs dec 17 3:15pm gutters and downspouts $4100",
    {
      name: "Ray McDonald",
      phone: "6145559191",
      address: "550 N State St",
      city: "Westerville",
      date: "2026-12-17T15:15",
      categories: [GUTTERS],
      price: 4100,
    },
  ],
  [
    "called deb ross 6145552929 36 grant ave columbus",
    {
      name: "Deb Ross",
      phone: "6145552929",
      address: "36 Grant Ave",
      city: "Columbus",
      status: "called",
    },
  ],
  [
    "6145550303 jordan sample 614-555-0404 88 elm st columbus",
    {
      name: "Jordan Sample",
      phone: "6145550303",
      address: "88 Elm St",
      city: "Columbus",
      notes: "614-555-0404",
    },
  ],
  [
    "val reed 6145553636 120 e gay st columbus fri dec 18 12p trim $350 $400",
    {
      name: "Val Reed",
      phone: "6145553636",
      address: "120 E Gay St",
      city: "Columbus",
      date: "2026-12-18T12:00",
      categories: ["Trim Replace"],
      price: 350,
      notes: "$400",
    },
  ],
  [
    "jo black\n6145554747\n3 cedar ct\npickerington, oh 43147\nsat dec 12 9am",
    {
      name: "Jo Black",
      phone: "6145554747",
      address: "3 Cedar Ct",
      city: "Pickerington, OH 43147",
      date: "2026-12-12T09:00",
    },
  ],
  [
    "PAM STEIN 6145555858 42 DOVER RD COLUMBUS TUE DEC 1 10AM GUTTER CLEANING",
    {
      name: "PAM STEIN",
      phone: "6145555858",
      address: "42 DOVER RD",
      city: "COLUMBUS",
      date: "2026-12-01T10:00",
      categories: [CLEANING],
    },
  ],
  [
    "sal vega needs gutters cleaned 6145556969 8 locust st columbus mon nov 30 10a",
    {
      name: "Sal Vega",
      phone: "6145556969",
      address: "8 Locust St",
      city: "Columbus",
      date: "2026-11-30T10:00",
      categories: [CLEANING],
      notes: "needs",
    },
  ],
  [
    "al west 6145551414 60 n west st westerville wed nov 25 11:30a fascia replace $780.50",
    {
      name: "Al West",
      phone: "6145551414",
      address: "60 N West St",
      city: "Westerville",
      date: "2026-11-25T11:30",
      categories: ["Fascia Replace"],
      price: 780.5,
    },
  ],
  [
    "dr chen 6145558585 2000 polaris pkwy ste 200 columbus thu dec 3 8a install new gutters",
    {
      name: "Dr Chen",
      phone: "6145558585",
      address: "2000 Polaris Pkwy Ste 200",
      city: "Columbus",
      date: "2026-12-03T08:00",
      visit: "install",
      categories: [GUTTERS],
    },
  ],
  [
    "sample homes llc 6145550707 office@samplehomes.com 9 depot st plain city tue dec 29 10a gutter replacement $7,250",
    {
      name: "Sample Homes LLC",
      phone: "6145550707",
      email: "office@samplehomes.com",
      address: "9 Depot St",
      city: "Plain City",
      date: "2026-12-29T10:00",
      categories: [GUTTERS],
      price: 7250,
    },
  ],
  [
    "bea ortiz-lane 614-555-1919 27 sunset dr, bexley, dec 9 2p, leaf guards",
    {
      name: "Bea Ortiz-Lane",
      phone: "6145551919",
      address: "27 Sunset Dr",
      city: "Bexley",
      date: "2026-12-09T14:00",
      categories: [GUARD],
    },
  ],
  [
    "quote 55 ridge rd powell for max hill 6145552828 thu dec 10 1pm soffit & fascia",
    {
      name: "Max Hill",
      phone: "6145552828",
      address: "55 Ridge Rd",
      city: "Powell",
      date: "2026-12-10T13:00",
      categories: ["Soffit Replace", "Fascia Replace"],
    },
  ],
  [
    "june carter tue dec 8 10a 12 june st columbus",
    {
      name: "June Carter",
      address: "12 June St",
      city: "Columbus",
      date: "2026-12-08T10:00",
    },
  ],
  [
    "cancelled bill webb 6145559292 70 mill st canal winchester",
    {
      name: "Bill Webb",
      phone: "6145559292",
      address: "70 Mill St",
      city: "Canal Winchester",
      status: "cancelled",
    },
  ],
  [
    "ned fox 6145550909 11 bay st columbus today 4p gutter cleaning for $150",
    {
      name: "Ned Fox",
      phone: "6145550909",
      address: "11 Bay St",
      city: "Columbus",
      date: "2026-11-24T16:00",
      categories: [CLEANING],
      price: 150,
    },
  ],
  [
    "mae kirk 6145554848 1600 n broadway columbus tue dec 8 11a cleaning $210",
    {
      name: "Mae Kirk",
      phone: "6145554848",
      address: "1600 N Broadway",
      city: "Columbus",
      date: "2026-12-08T11:00",
      categories: [CLEANING],
      price: 210,
    },
  ],
  [
    "hal yost 6145557676 95 mound st columbus 43215 mon dec 21 9a gutter clean out",
    {
      name: "Hal Yost",
      phone: "6145557676",
      address: "95 Mound St",
      city: "Columbus 43215",
      date: "2026-12-21T09:00",
      categories: [CLEANING],
    },
  ],
  [
    "tess bright 6145553838 38 forest hills dr columbus dec 30 10a 2 story house gutter cleaning $260",
    {
      name: "Tess Bright",
      phone: "6145553838",
      address: "38 Forest Hills Dr",
      city: "Columbus",
      date: "2026-12-30T10:00",
      categories: [CLEANING],
      price: 260,
      notes: "2 story house",
    },
  ],
  [
    "book kay lund 6145556262 4 orchard ter columbus fri dec 11 9a",
    {
      name: "Kay Lund",
      phone: "6145556262",
      address: "4 Orchard Ter",
      city: "Columbus",
      date: "2026-12-11T09:00",
    },
  ],
  [
    "jordan sample 88 elm st columbus tue dec 8 10a call before 9",
    {
      name: "Jordan Sample",
      address: "88 Elm St",
      city: "Columbus",
      date: "2026-12-08T10:00",
      notes: "call before 9",
    },
  ],
  [
    "fred nash 6145551818 210 king ave columbus $1.2k gutter replacement",
    {
      name: "Fred Nash",
      phone: "6145551818",
      address: "210 King Ave",
      city: "Columbus",
      price: 1200,
      categories: [GUTTERS],
    },
  ],
  [
    "ola berg 6145553131 17 water st granville thu dec 31 9a $450-500",
    {
      name: "Ola Berg",
      phone: "6145553131",
      address: "17 Water St",
      city: "Granville",
      date: "2026-12-31T09:00",
      notes: "$450-500",
    },
  ],
  [
    "jordan sample 88 elm columbus 6145559876 tue dec 8 10a",
    {
      name: "Jordan Sample",
      phone: "6145559876",
      date: "2026-12-08T10:00",
      notes: "88 elm columbus",
    },
  ],
  [
    "wes carr 6145559494 29 n fourth st, newark, oh, wed dec 9 10a, approved, gutter replacement, $2,975",
    {
      name: "Wes Carr",
      phone: "6145559494",
      address: "29 N Fourth St",
      city: "Newark, OH",
      date: "2026-12-09T10:00",
      status: "approved",
      categories: [GUTTERS],
      price: 2975,
    },
  ],
];

/** Tuesday, 9:00 AM in the zone of the machine. */
const NOW = new Date(2026, 10, 24, 9).getTime();
export const CONTEXT = { now: NOW, shownDay: "2026-11-24" };

/** What a line is read as, without what is empty. */
export function readLine(text: string): ExpectedLine {
  const line = readJobLine(text, CONTEXT);
  if (line === null) throw new Error(`not a line: ${text}`);
  const [reading] = line.date?.readings ?? [];
  const notes = line.notes.join(" ");
  const all = {
    name: line.name,
    phone: line.phone,
    email: line.email,
    address: line.address,
    city: line.city,
    date: reading?.value ?? reading?.day,
    visit: line.date?.visit === "install" ? line.date.visit : undefined,
    categories: line.categories.length > 0 ? line.categories : undefined,
    price: line.price ?? undefined,
    status: line.status ?? undefined,
    notes,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== ""),
  );
}
