import { expect, it } from "vitest";
import { previewUndo } from "@convex/model/operations/importUndo";

type Ctx = Parameters<typeof previewUndo>[0];

it("the preview of an undo adds up its pages, counts all rows that stay and lists 100", async () => {
  const reason = "edited since";
  const pages = ["one", "two", "three"].map((next, at) => ({
    removed: { jobs: 5, ...(at === 1 && { customers: 2 }) },
    kept: Array.from({ length: 60 }, (_, row) => ({
      ...{ label: `${next} ${row}`, reason },
    })),
    next: at === 2 ? null : next,
  }));
  const cursors: unknown[] = [];
  const ctx = {
    runQuery: (_query: unknown, { cursor }: { cursor: string | null }) => {
      cursors.push(cursor);
      return Promise.resolve(pages[cursors.length - 1]);
    },
  } as unknown as Ctx;
  const { kept, ...counts } = await previewUndo(ctx, "anna", "run");
  expect(counts).toEqual({
    removed: { jobs: 15, customers: 2 },
    keptCount: 180,
  });
  expect(kept).toEqual(pages.flatMap((page) => page.kept).slice(0, 100));
  expect(cursors).toEqual([null, "one", "two"]);
});
