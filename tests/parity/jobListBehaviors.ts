import { api } from "@convex/_generated/api";
import { JOB_SORTS } from "@domain/job/jobOrder";
import { type Behavior, outcomeOf } from "../../packages/embedded-convex/tests/support/parity";
import { addressesIn, aJobAt, annaAndBo, HOUR, NOW, pagesOf } from "./observe";

/** The paged list of jobs. */
export const jobListBehaviors: readonly Behavior[] = [
  {
    name: "lists jobs page by page in every order and status",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      await aJobAt(anna, "in 3 hours", {
        job_estimate_date: NOW + 3 * HOUR,
        job_status: "approved",
      });
      await aJobAt(anna, "undated", { job_status: "cancelled" });
      await aJobAt(anna, "1 hour ago", { job_install_date: NOW - HOUR });
      await aJobAt(anna, "in 2 hours", {
        job_estimate_date: NOW - 9 * HOUR,
        job_install_date: NOW + 2 * HOUR,
      });
      await aJobAt(anna, "undated too");
      await aJobAt(anna, "4 hours ago", {
        job_estimate_date: NOW - 4 * HOUR,
        job_install_date: NOW + 5 * HOUR,
      });
      const listed = [];
      for (const sort of JOB_SORTS) listed.push(await addressesIn(anna, { sort }));
      for (const sort of JOB_SORTS)
        listed.push(await addressesIn(anna, { sort, status: "lead" }, 3));
      for (const sort of JOB_SORTS) listed.push(await addressesIn(anna, { sort, search: "hour" }));
      return listed;
    },
    shows: [
      ["4 hours ago", "undated too", "in 2 hours", "1 hour ago", "undated", "in 3 hours"],
      ["in 3 hours", "undated", "1 hour ago", "in 2 hours", "undated too", "4 hours ago"],
      ["1 hour ago", "in 2 hours", "in 3 hours", "4 hours ago", "undated too", "undated"],
      ["4 hours ago", "in 3 hours", "in 2 hours", "1 hour ago", "undated too", "undated"],
      ["4 hours ago", "undated too", "in 2 hours", "1 hour ago"],
      ["1 hour ago", "in 2 hours", "undated too", "4 hours ago"],
      ["1 hour ago", "in 2 hours", "4 hours ago", "undated too"],
      ["4 hours ago", "in 2 hours", "1 hour ago", "undated too"],
      ["4 hours ago", "in 2 hours", "1 hour ago", "in 3 hours"],
      ["in 3 hours", "1 hour ago", "in 2 hours", "4 hours ago"],
      ["1 hour ago", "in 2 hours", "in 3 hours", "4 hours ago"],
      ["4 hours ago", "in 3 hours", "in 2 hours", "1 hour ago"],
    ],
  },
  {
    name: "keeps loaded pages complete while jobs are added and deleted",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const ids = [];
      for (let at = 1; at <= 6; at++)
        ids.push(await aJobAt(anna, `${at}`, { job_estimate_date: NOW + at * HOUR }));
      const pages = pagesOf(anna, { sort: "nearest" }, 2);
      const listed = async () => (await pages.load()).jobs.map((job) => job.job_address);
      const before = await listed();
      await pages.loadMore();
      const more = await listed();
      await aJobAt(anna, "1.5", { job_estimate_date: NOW + 1.5 * HOUR });
      const [first] = ids;
      if (first !== undefined) await anna.mutation(api.jobs.deleteJob, { id: first });
      return [before, more, await listed(), (await pages.loadAll()).map((job) => job.job_address)];
    },
    shows: [
      ["1", "2"],
      ["1", "2", "3", "4"],
      ["1.5", "2", "3", "4"],
      ["1.5", "2", "3", "4", "5", "6"],
    ],
  },
  {
    name: "reads from a database cursor to an end cursor",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      for (let at = 1; at <= 5; at++) await aJobAt(anna, `${at}`);
      const ask = async (cursor: string | null, endCursor?: string) =>
        await anna.query(api.jobs.list, {
          search: "",
          status: null,
          sort: "created_asc",
          now: NOW,
          paginationOpts: {
            numItems: 2,
            cursor,
            ...(endCursor === undefined ? {} : { endCursor }),
          },
        });
      const first = await ask(null);
      const second = await ask(first.continueCursor);
      const third = await ask(second.continueCursor);
      const pinned = await ask(null, second.continueCursor);
      const beyond = await ask(third.continueCursor);
      return [first, second, third, pinned, beyond].map(({ page, isDone }) => [
        page.map((job) => job.job_address).join(" "),
        isDone,
      ]);
    },
    shows: [
      ["1 2", false],
      ["3 4", false],
      ["5", true],
      ["1 2 3 4", false],
      ["", true],
    ],
  },
  {
    name: "tells the client to start over after an invalid cursor",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      return await outcomeOf(
        anna.query(api.jobs.list, {
          search: "",
          status: null,
          sort: "nearest",
          now: NOW,
          paginationOpts: { numItems: 2, cursor: "garbage" },
        }),
      );
    },
    shows: {
      refused: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    },
  },
];
