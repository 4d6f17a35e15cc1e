import { thing } from "../../support/histories/app";
import type { RangeRead } from "../../support/histories/specs";
import { type Behavior, type ParityCaller, outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone, put, range } from "./ask";

async function putSeven(caller: ParityCaller): Promise<void> {
  await put(caller, ...[1, 2, 3, 4, 5, 6, 7].map((b) => ({ key: `${b}`, a: b % 2, b })));
}

interface Asked {
  readonly cursor: string | null;
  readonly numItems?: number;
  readonly endCursor?: string;
}

const FIRST: Asked = { cursor: null };

async function pageOf(
  caller: ParityCaller,
  read: RangeRead,
  { numItems = 3, ...asked }: Asked = FIRST,
) {
  const paginationOpts = { numItems, ...asked };
  const { page, isDone, continueCursor } = await caller.query(thing.page, {
    read,
    paginationOpts,
  });
  const keys = page.map(({ key }) => key).join(" ");
  return { keys, isDone, continueCursor };
}

/** All pages of a list, and whether each was the last. */
async function pagesOf(caller: ParityCaller, read: RangeRead, numItems = 3) {
  const pages: [string, boolean][] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone && pages.length < 20;) {
    const next = await pageOf(caller, read, { cursor, numItems });
    pages.push([next.keys, next.isDone]);
    ({ isDone, continueCursor: cursor } = next);
  }
  return pages;
}

export const pageBehaviors: readonly Behavior[] = [
  {
    name: "paginates a list in either direction",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      const bounds = [{ op: "gt", field: "key", value: "2" }] as const;
      return [
        await pagesOf(caller, range("by_key")),
        await pagesOf(caller, range("by_key", [], { order: "desc" })),
        await pagesOf(caller, range("by_key", bounds), 4),
        await pagesOf(caller, range("by_a_b"), 100),
      ];
    },
    shows: [
      [
        ["1 2 3", false],
        ["4 5 6", false],
        ["7", true],
      ],
      [
        ["7 6 5", false],
        ["4 3 2", false],
        ["1", true],
      ],
      [
        ["3 4 5 6", false],
        ["7", true],
      ],
      [["2 4 6 1 3 5 7", true]],
    ],
  },
  {
    name: "fills a page with documents that pass the filter",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      const filter = { op: "eq", field: "a", value: 1 } as const;
      return await pagesOf(caller, range("by_key", [], { filter }), 3);
    },
    shows: [
      ["1 3 5", false],
      ["7", true],
    ],
  },
  {
    name: "does not mark an exactly full page as the last",
    differs: "convex-test reads past the page. Convex reads no further than necessary.",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      const filter = { op: "eq", field: "a", value: 1 } as const;
      return [
        await pagesOf(caller, range("by_key"), 7),
        await pagesOf(caller, range("by_key", [], { filter }), 2),
      ];
    },
    shows: [
      [
        ["1 2 3 4 5 6 7", false],
        ["", true],
      ],
      [
        ["1 3", false],
        ["5 7", false],
        ["", true],
      ],
    ],
  },
  {
    name: "rereads a page up to its end cursor after changes",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      const first = await pageOf(caller, range("by_key"));
      await put(caller, { key: "1a" }, { key: "3a" });
      await caller.mutation(thing.write, {
        steps: [{ do: "delete", key: "2" }],
      });
      const endCursor = first.continueCursor;
      const again = await pageOf(caller, range("by_key"), {
        cursor: null,
        endCursor,
      });
      const next = await pageOf(caller, range("by_key"), {
        cursor: endCursor,
      });
      return [first.keys, again.keys, again.isDone, next.keys];
    },
    shows: ["1 2 3", "1 1a 3", false, "3a 4 5"],
  },
  {
    name: "is done at the end of a list and on an empty list",
    run: async (backend) => {
      const caller = anyone(backend);
      const empty = await pagesOf(caller, range("by_key"));
      await putSeven(caller);
      const last = await pageOf(caller, range("by_key"), {
        cursor: null,
        numItems: 9,
      });
      const beyond = await pageOf(caller, range("by_key"), {
        cursor: last.continueCursor,
      });
      return [empty, last.isDone, beyond.keys, beyond.isDone];
    },
    shows: [[["", true]], true, "", true],
  },
  {
    name: "makes the client restart pagination for a cursor of another query",
    differs: "convex-test accepts any cursor for any query.",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      const { continueCursor } = await pageOf(caller, range("by_key"));
      const other = range("by_a_b");
      return [
        await outcomeOf(pageOf(caller, other, { cursor: continueCursor })),
        await outcomeOf(pageOf(caller, other, { cursor: "nonsense" })),
      ];
    },
    shows: Array(2).fill({
      refused: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    }),
  },
  {
    name: "rejects an empty page size and two paginated queries in one function",
    differs: "convex-test returns an empty page, and allows several.",
    run: async (backend) => {
      const caller = anyone(backend);
      await putSeven(caller);
      return [
        await outcomeOf(pageOf(caller, range("by_key"), { cursor: null, numItems: 0 })),
        await outcomeOf(caller.query(app.twoPages, {})),
      ];
    },
    shows: [{ failed: true }, { failed: true }],
  },
];
