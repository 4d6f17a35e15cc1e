import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { JOB_SORTS } from "@domain/jobOrder";
import { textBytes } from "../support/images";
import type { Behaviour } from "./backend";
import {
  addressesIn,
  aJobAt,
  annaAndBo,
  aStoredPhoto,
  HOUR,
  NOW,
  outcomeOf,
  pagesOf,
  upload,
  withoutSystem,
} from "./observe";
import { stockBehaviours } from "./stockBehaviours";

/**
 * What the backend does, whichever it is: one list, run on convex-test and on our server. Where the two differ,
 * Convex's real behaviour decides which of them is wrong.
 */
export const behaviours: readonly Behaviour[] = [
  {
    name: "stores a customer and answers it by its readable id",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const customer_id = await anna.mutation(api.customers.create, {
        customer_name: " José Muñoz ",
        customer_phone: "+1 (212) 555-0101 x7",
        customer_email: "jose@example.com",
        customer_obtained_type: "yard sign",
      });
      const customer = await anna.query(api.customers.getByCustomerId, {
        customer_id,
      });
      return [
        withoutSystem(customer),
        typeof customer?._id,
        typeof customer?._creationTime,
      ];
    },
    shows: [
      {
        customer_id: "C-1001",
        customer_name: "José Muñoz",
        customer_phone: "2125550101",
        customer_email: "jose@example.com",
        customer_obtained_type: "Yard Sign",
      },
      "string",
      "number",
    ],
  },
  {
    name: "gives each of many customers that are made at once a number of its own",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const created = Array.from({ length: 20 }, async (_, at) =>
        anna.mutation(api.customers.create, {
          customer_name: `Customer ${at}`,
        }),
      );
      return (await Promise.all(created)).sort();
    },
    shows: Array.from({ length: 20 }, (_, at) => `C-${1001 + at}`),
  },
  {
    name: "keeps workspaces apart, and shares one among an organisation",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const inOrg = (subject: string) =>
        backend.as({ subject, org_id: "org_1" });
      await anna.mutation(api.customers.create, { customer_name: "Of Anna" });
      await inOrg("anna").mutation(api.customers.create, {
        customer_name: "Of the organisation",
      });
      return await Promise.all(
        [anna, bo, inOrg("anna"), inOrg("bo")].map((caller) =>
          caller.query(api.customers.listMin, {}),
        ),
      );
    },
    shows: [
      [{ customer_id: "C-1001", customer_name: "Of Anna" }],
      [],
      [{ customer_id: "C-1001", customer_name: "Of the organisation" }],
      [{ customer_id: "C-1001", customer_name: "Of the organisation" }],
    ],
  },
  {
    name: "refuses who is not signed in",
    run: async (backend) => {
      const nobody = backend.as(null);
      return [
        await outcomeOf(nobody.query(api.customers.listMin, {})),
        await outcomeOf(
          nobody.mutation(api.jobs.create, { job_address: "12 Elm Street" }),
        ),
        await outcomeOf(nobody.mutation(api.jobs.generateUploadUrl, {})),
      ];
    },
    shows: Array(3).fill({
      refused: { code: "NOT_SIGNED_IN", message: "Sign in to go on." },
    }),
  },
  {
    name: "finds customers by any part of what is known of them",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      await anna.mutation(api.customers.create, {
        customer_name: "José Muñoz",
        customer_phone: "(212) 555-0101",
      });
      await anna.mutation(api.customers.create, {
        customer_name: "Joanna Field",
        customer_email: "jo@example.com",
      });
      await anna.mutation(api.customers.create, {
        customer_name: "Anna O'Brien",
        customer_phone: "302-555-0199",
      });
      await bo.mutation(api.customers.create, { customer_name: "Anna of Bo" });
      const typed = [
        "munoz",
        "ÑOZ",
        "anna",
        "obrien",
        "212.555.0101",
        "555",
        "example",
        "c-1002",
        "brien anna",
        "x",
        "",
      ];
      return await Promise.all(
        typed.map(async (term) =>
          (await anna.query(api.customers.search, { term })).map(
            (found) => found.customer_name,
          ),
        ),
      );
    },
    shows: [
      ["José Muñoz"],
      ["José Muñoz"],
      ["Anna O'Brien", "Joanna Field"],
      ["Anna O'Brien"],
      ["José Muñoz"],
      ["Anna O'Brien", "José Muñoz"],
      ["Joanna Field"],
      ["Joanna Field"],
      ["Anna O'Brien"],
      ["Joanna Field"],
      ["Anna O'Brien", "Joanna Field", "José Muñoz"],
    ],
  },
  {
    name: "makes a job with its customer in one step",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await anna.mutation(api.jobs.create, {
        customer: { customer_name: "Anna Bell", customer_phone: "5551234567" },
        job_address: " 12 Elm Street ",
        job_status: "Estimate Delivered",
        job_categories: ["gutter cleaning"],
        job_estimate_date: NOW,
        jobs_price: 0,
        job_notes: "Ring twice.\nDog 🐕",
      });
      return withoutSystem(await anna.query(api.jobs.get, { id }));
    },
    shows: {
      job_customer_id: "C-1001",
      job_customer_phone: "5551234567",
      customer_name: "Anna Bell",
      job_address: "12 Elm Street",
      job_status: "estimate_sent",
      job_categories: ["Gutter cleaning"],
      job_estimate_date: NOW,
      jobs_price: 0,
      job_notes: "Ring twice.\nDog 🐕",
      job_photo_estimate: [],
      job_photo_install: [],
      job_drawings: [],
    },
  },
  {
    name: "leaves nothing behind of a job that is refused",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const refused = await outcomeOf(
        anna.mutation(api.jobs.create, {
          customer: { customer_name: "Anna Bell" },
          job_address: " ",
        }),
      );
      const next = await anna.mutation(api.customers.create, {
        customer_name: "Bob Stone",
      });
      return [
        refused,
        next,
        await anna.query(api.customers.listMin, {}),
        await anna.query(api.jobs.getAll, {}),
      ];
    },
    shows: [
      {
        refused: {
          code: "INVALID",
          field: "job_address",
          message: "Address is required.",
        },
      },
      "C-1001",
      [{ customer_id: "C-1001", customer_name: "Bob Stone" }],
      [],
    ],
  },
  {
    name: "refuses a call of the wrong shape, and changes nothing",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const customer = (
        await anna.query(api.customers.search, { term: "" })
      )[0];
      const malformed = [
        { id, jobs_price: "100" },
        { id, job_address: null },
        { id, unknown: 1 },
        { job_notes: "no id" },
        { id: customer?._id, job_notes: "an id of another table" },
        { id: "nothing", job_notes: "no id at all" },
      ] as unknown as { id: Id<"jobs"> }[];
      const outcomes = [];
      for (const args of malformed)
        outcomes.push(await outcomeOf(anna.mutation(api.jobs.update, args)));
      const job = await anna.query(api.jobs.get, { id });
      return [outcomes, job?.job_address, job?.job_notes ?? null];
    },
    shows: [Array(6).fill({ failed: true }), "12 Elm Street", null],
  },
  {
    name: "clears with null, and leaves what is not named",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street", {
        job_estimate_date: NOW,
        job_install_date: NOW,
      });
      await anna.mutation(api.jobs.update, {
        id,
        jobs_price: 12.345,
        job_estimate_date: null,
      });
      await anna.mutation(api.jobs.update, { id, job_status: "approved" });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_phone: null,
      });
      return withoutSystem(await anna.query(api.jobs.get, { id }));
    },
    shows: {
      job_customer_id: "C-1001",
      customer_name: "Anna Bell",
      job_address: "12 Elm Street",
      job_status: "approved",
      job_categories: [],
      job_install_date: NOW,
      jobs_price: 12.35,
      job_photo_estimate: [],
      job_photo_install: [],
      job_drawings: [],
    },
  },
  {
    name: "carries a customer's new name into its jobs and their search",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      for (const address of ["1 Elm", "2 Elm"])
        await anna.mutation(api.jobs.create, {
          ...(address === "1 Elm"
            ? { customer: { customer_name: "Anna Bell" } }
            : { job_customer_id: "C-1001" }),
          job_address: address,
        });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_name: "Anna Field",
      });
      const jobs = await anna.query(api.jobs.getAll, {});
      return [
        jobs.map((job) => job.customer_name),
        await addressesIn(anna, { search: "field" }),
        await addressesIn(anna, { search: "bell" }),
      ];
    },
    shows: [["Anna Field", "Anna Field"], ["1 Elm", "2 Elm"], []],
  },
  {
    name: "answers the jobs of a day in the order of their times",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const dayStart = NOW - 14 * HOUR;
      const dayEnd = dayStart + 24 * HOUR;
      await aJobAt(anna, "at the next midnight", { job_estimate_date: dayEnd });
      await aJobAt(anna, "late", { job_estimate_date: dayEnd - 1 });
      await aJobAt(anna, "at midnight", { job_install_date: dayStart });
      await aJobAt(anna, "twice", {
        job_estimate_date: dayStart + 9 * HOUR,
        job_install_date: dayStart + HOUR,
      });
      await aJobAt(anna, "undated");
      const day = await anna.query(api.jobs.getScheduledForDay, {
        dayStart,
        dayEnd,
      });
      const dates = await anna.query(api.jobs.listDates, {
        range: { from: dayStart, until: dayEnd },
      });
      return [
        day.map((job) => job.job_address),
        dates.map((job) => job.job_address).sort(),
        (await anna.query(api.jobs.listDates, {})).map(
          (job) => job.job_address,
        ),
        await bo.query(api.jobs.getScheduledForDay, { dayStart, dayEnd }),
      ];
    },
    shows: [
      ["at midnight", "twice", "late"],
      ["at midnight", "late", "twice"],
      ["twice", "at midnight", "late", "at the next midnight"],
      [],
    ],
  },
  {
    name: "lists jobs page by page in every order, of every status",
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
      for (const sort of JOB_SORTS)
        listed.push(await addressesIn(anna, { sort }));
      for (const sort of JOB_SORTS)
        listed.push(await addressesIn(anna, { sort, status: "lead" }, 3));
      for (const sort of JOB_SORTS)
        listed.push(await addressesIn(anna, { sort, search: "hour" }));
      return listed;
    },
    shows: [
      [
        "4 hours ago",
        "undated too",
        "in 2 hours",
        "1 hour ago",
        "undated",
        "in 3 hours",
      ],
      [
        "in 3 hours",
        "undated",
        "1 hour ago",
        "in 2 hours",
        "undated too",
        "4 hours ago",
      ],
      [
        "1 hour ago",
        "in 2 hours",
        "in 3 hours",
        "4 hours ago",
        "undated too",
        "undated",
      ],
      [
        "4 hours ago",
        "in 3 hours",
        "in 2 hours",
        "1 hour ago",
        "undated too",
        "undated",
      ],
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
    name: "keeps pages that are loaded whole while jobs come and go",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const ids = [];
      for (let at = 1; at <= 6; at++)
        ids.push(
          await aJobAt(anna, `${at}`, { job_estimate_date: NOW + at * HOUR }),
        );
      const pages = pagesOf(anna, { sort: "nearest" }, 2);
      const seen = async () =>
        (await pages.load()).jobs.map((job) => job.job_address);
      const before = await seen();
      await pages.loadMore();
      const more = await seen();
      await aJobAt(anna, "1.5", { job_estimate_date: NOW + 1.5 * HOUR });
      const [first] = ids;
      if (first !== undefined)
        await anna.mutation(api.jobs.deleteJob, { id: first });
      return [
        before,
        more,
        await seen(),
        (await pages.loadAll()).map((job) => job.job_address),
      ];
    },
    shows: [
      ["1", "2"],
      ["1", "2", "3", "4"],
      ["1.5", "2", "3", "4"],
      ["1.5", "2", "3", "4", "5", "6"],
    ],
  },
  {
    name: "reads from the database's own cursors to their ends",
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
    name: "tells the client to begin anew after a cursor that is none",
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
  {
    name: "does not find another workspace's rows",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      return [
        await bo.query(api.jobs.get, { id }),
        await bo.query(api.jobs.getAll, {}),
        await bo.query(api.customers.getByCustomerId, {
          customer_id: "C-1001",
        }),
        await addressesIn(bo, { search: "elm" }),
        await outcomeOf(
          bo.mutation(api.jobs.update, { id, job_notes: "mine" }),
        ),
        await outcomeOf(bo.mutation(api.jobs.deleteJob, { id })),
        await outcomeOf(
          bo.mutation(api.customers.update, {
            customer_id: "C-1001",
            customer_name: "Mine",
          }),
        ),
        (await anna.query(api.jobs.get, { id }))?.customer_name,
      ];
    },
    shows: [
      null,
      [],
      null,
      [],
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
      {
        refused: {
          code: "NOT_FOUND",
          field: "customer_id",
          message: "That customer is no longer there.",
        },
      },
      "Anna Bell",
    ],
  },
  {
    name: "answers null for an id that names no job",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const [customer] = await anna.query(api.customers.search, { term: "" });
      await anna.mutation(api.jobs.deleteJob, { id });
      const ids = [id, customer?._id ?? "", "", "nothing", "🐕"];
      return [
        await Promise.all(
          ids.map((each) => anna.query(api.jobs.get, { id: each })),
        ),
        await outcomeOf(anna.mutation(api.jobs.deleteJob, { id })),
      ];
    },
    shows: [
      [null, null, null, null, null],
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
    ],
  },
  {
    name: "stores photos, and keeps those that two phones add at once",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const photos = [
        await aStoredPhoto(anna),
        await aStoredPhoto(anna),
        await aStoredPhoto(anna),
      ];
      await Promise.all(
        photos.map((photo) =>
          anna.mutation(api.jobs.addFiles, {
            id,
            field: "job_photo_estimate",
            fileIds: [photo],
          }),
        ),
      );
      const job = await anna.query(api.jobs.get, { id });
      const urls = await anna.query(api.files.getUrls, {
        ids: [...photos, "nothing"],
      });
      return [
        [...(job?.job_photo_estimate ?? [])].sort().join() ===
          [...photos].sort().join(),
        urls.map((url) => url !== null && URL.canParse(url)),
      ];
    },
    shows: [true, [true, true, true, false]],
  },
  {
    name: "deletes a file with its last use, and not before",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const fileId = await aStoredPhoto(anna);
      const isThere = async () =>
        (await anna.query(api.files.getUrls, { ids: [fileId] }))[0] !== null;
      await anna.mutation(api.jobs.update, {
        id,
        job_drawings: [fileId],
        job_photo_install: [fileId],
      });
      const others = await bo.query(api.files.getUrls, { ids: [fileId] });
      const seen = [await isThere()];
      await anna.mutation(api.jobs.removeFile, {
        id,
        field: "job_drawings",
        fileId,
      });
      seen.push(await isThere());
      await anna.mutation(api.jobs.deleteJob, { id });
      seen.push(await isThere());
      return [others, seen];
    },
    shows: [[null], [true, true, false]],
  },
  {
    name: "takes only the files of the own workspace",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const fileId = await aStoredPhoto(anna);
      const id = await aJobAt(bo, "7 Oak Lane");
      return await outcomeOf(
        bo.mutation(api.jobs.addFiles, {
          id,
          field: "job_drawings",
          fileIds: [fileId],
        }),
      );
    },
    shows: {
      refused: {
        code: "NOT_FOUND",
        field: "job_drawings",
        message: "That file is no longer there.",
      },
    },
  },
  {
    name: "refuses what is no photo by its bytes, and a ticket that was used",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const script = await upload(
        anna,
        "image/png",
        textBytes("<svg onload=alert(1)>"),
      );
      const empty = await upload(anna, "image/png", new Uint8Array(0));
      const url = await anna.mutation(api.jobs.generateUploadUrl, {});
      const post = async () =>
        (
          await anna.fetchUpload(url, {
            contentType: "image/png",
            body: textBytes("x"),
          })
        ).status;
      return [script, empty, await post(), await post()];
    },
    shows: [
      {
        status: 415,
        answer: {
          code: "INVALID",
          field: "file",
          message:
            "porch.png is not a photo we can keep. Use JPEG, PNG, WebP, GIF, AVIF and HEIC.",
        },
      },
      {
        status: 400,
        answer: {
          code: "INVALID",
          field: "file",
          message: "porch.png is empty. Choose another photo.",
        },
      },
      415,
      403,
    ],
  },
  ...stockBehaviours,
];
