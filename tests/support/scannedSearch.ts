/** What a search for customers and jobs must find: what a look at every row finds. */
import { expect } from "vitest";
import { api } from "@convex/_generated/api";
import {
  holdsWords,
  searchedOfCustomer,
  searchedOfJob,
  searchReadings,
  searchText,
  searchWords,
  type Searched,
} from "@domain/names/search";
import type { Caller } from "./convexHarness";

function holds(searched: Searched, typed: string): boolean {
  const text = searchText(searchWords(searched));
  return searchReadings(typed).some((words) => holdsWords(text, words));
}

export async function expectEqualToScan(caller: Caller, typed: string) {
  const customers = await caller.run(async (ctx) => await ctx.db.query("customers").collect());
  const found = await caller.query(api.customers.search, { term: typed });
  expect(found.map(({ customer_id }) => customer_id).sort(), typed).toEqual(
    customers
      .filter((one) => holds(searchedOfCustomer(one), typed))
      .map(({ customer_id }) => customer_id)
      .sort(),
  );
  const jobs = await caller.query(api.jobs.getAll, {});
  for (const sort of ["created_desc", "nearest"] as const) {
    const listing = { search: typed, status: null, sort, now: 0, count: 100 };
    const listed = await caller.query(api.jobs.search, listing);
    expect(listed.jobs.map(({ _id }) => _id).sort(), typed).toEqual(
      jobs
        .filter((job) => holds(searchedOfJob(job), typed))
        .map(({ _id }) => _id)
        .sort(),
    );
  }
}
