import { act, fireEvent, screen } from "@testing-library/react";
import { makeFunctionReference, type PaginationOptions } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { useLivePages } from "@/lib/useLivePages";
import { FakeBackend, renderOn } from "../../support/fakeBackend";

const QUERY = makeFunctionReference<
  "query",
  { paginationOpts: PaginationOptions },
  { page: number[]; isDone: boolean; continueCursor: string }
>("numbers:list");
const ARGS = {};

/** Pages of two from a sorted list; a cursor is the last number before the page. */
function aList(numbers: number[]) {
  const backend = new FakeBackend();
  const asked: (string | null)[] = [];
  const answer = (refused?: string) =>
    backend.answer(QUERY, ({ paginationOpts: { cursor } }) => {
      asked.push(cursor);
      if (cursor !== null && cursor === refused)
        return new ConvexError({
          isConvexSystemError: true,
          paginationError: "InvalidCursor",
        });
      const left = numbers.filter((one) => one > Number(cursor ?? -1));
      const page = left.slice(0, 2);
      return {
        page,
        isDone: left.length <= 2,
        continueCursor: String(page.at(-1)),
      };
    });
  answer();
  const shown: (readonly number[])[] = [];
  function List() {
    const { results, canLoadMore, loadMore } = useLivePages(QUERY, ARGS, 2);
    if (results !== undefined) shown.push(results);
    return canLoadMore ? <button onClick={loadMore}>More</button> : "All";
  }
  renderOn(backend, <List />);
  const more = () => fireEvent.click(screen.getByText("More"));
  const change = (refused?: string) => act(() => answer(refused));
  return { numbers, asked, shown, more, change };
}

it("runs the query once for each page", () => {
  const { asked, shown, more } = aList([1, 3, 5, 7, 9]);
  more();
  more();
  expect(asked).toEqual([null, "3", "7"]);
  expect(shown.at(-1)).toEqual([1, 3, 5, 7, 9]);
  expect(screen.getByText("All")).toBeVisible();
});

it("shows no list with a gap or with a row twice while rows come and go", () => {
  const { numbers, shown, more, change } = aList([1, 3, 5, 7, 9]);
  more();
  more();
  numbers.splice(1, 0, 2);
  change();
  expect(shown.at(-1)).toEqual([1, 2, 3, 5, 7, 9]);
  numbers.splice(0, 2);
  change();
  expect(shown.at(-1)).toEqual([3, 5, 7, 9]);
  const whole = ["1,3", "1,3,5,7", "1,3,5,7,9", "1,2,3,5,7,9", "3,5,7,9"];
  expect([...new Set(shown.map(String))]).toEqual(whole);
});

it("drops the pages behind the end of a list that became shorter", () => {
  const { numbers, shown, more, change } = aList([1, 3, 5, 7, 9]);
  more();
  more();
  numbers.splice(2);
  change();
  expect(shown.at(-1)).toEqual([1, 3]);
  expect(screen.getByText("All")).toBeVisible();
});

it("starts again when the server refuses a cursor", () => {
  const { shown, more, change } = aList([1, 3, 5, 7, 9]);
  more();
  change("3");
  expect(shown.at(-1)).toEqual([1, 3]);
});
