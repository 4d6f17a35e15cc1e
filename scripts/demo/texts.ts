/** Names, places and notes of the demo: made up, around Columbus, Ohio. */
import { STREETS, TOWNS } from "../../domain/demo/fakeNames";
import type { JobCategory } from "../../domain/job/jobs";

export const COMPANIES = [
  {
    name: "Ridgeline Property Management",
    email: "service@ridgeline-pm.example.com",
  },
  {
    name: "Clintonville Rentals LLC",
    email: "office@clintonville.example.com",
  },
  { name: "St. Mark Lutheran Church", email: "trustees@stmark.example.com" },
  { name: "Fox Run Homeowners Association", email: "board@foxrun.example.com" },
  { name: "Buckeye Home Builders", email: "jobs@buckeyebuild.example.com" },
] as const;

/** A street of each town in turn. */
export const HOMES = STREETS.map((street, at) => ({
  street,
  city: TOWNS[at % TOWNS.length] ?? TOWNS[0],
}));

export interface Work {
  readonly categories: readonly JobCategory[];
  /** The price of one house's work, in dollars. */
  readonly price: readonly [least: number, most: number];
}

export const WORK: readonly [Work, ...Work[]] = [
  { categories: ["Gutters and downspout Replacement"], price: [1_650, 3_900] },
  {
    categories: ["Gutters and downspout Replacement", "Leaf Guard Replacement"],
    price: [2_900, 6_400],
  },
  { categories: ["Gutter cleaning"], price: [165, 390] },
  { categories: ["Leaf Guard Replacement"], price: [1_250, 2_900] },
  {
    categories: ["Gutters and downspout Replacement", "Fascia Replace"],
    price: [2_600, 5_800],
  },
  { categories: ["Soffit Replace", "Fascia Replace"], price: [1_900, 4_700] },
  { categories: ["Trim Replace"], price: [480, 1_700] },
];

export const VISIT_NOTES = [
  "185 ft of 6 inch K-style in Musket Brown, four 3x4 downspouts. Two-story in back, bring the 32 ft ladder.",
  "Water runs behind the gutter over the kitchen. Apron is missing, check the fascia there.",
  "Wants micro-mesh guards on the north side, pine trees overhead.",
  "Dog in the yard, call from the truck before opening the gate.",
  "Move the downspout by the garage: it drains onto the walk and freezes.",
  "Old gutters hang on spikes, pitch is gone. Fascia soft at the northwest corner, 16 ft of 1x6.",
  "Match the window trim, brought the 80 Degree White and the Linen chip.",
  "Half-round in copper on the front porch only. Roof strap hangers, slate roof.",
  "Gate code 4410. Park on the street, the driveway is new asphalt.",
  "Insurance claim for hail: photos of every side, and dents per 10 ft.",
  "Clean and flush, reseal both inside miters over the deck.",
  "Prefers a call after 5 PM. Leave the estimate in the mailbox.",
  "Replace 48 ft of vented soffit, squirrels got in above the bath.",
  "Underground drain is clogged; quoted a splash block instead.",
  "Second opinion on the leak at the valley. Suggest a splash guard and a 6 inch outlet.",
  "Ladder on the left only, flower beds along the front.",
] as const;
