import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type ListArgs = Omit<FunctionArgs<typeof api.jobs.list>, "paginationOpts">;
export type Page = FunctionReturnType<typeof api.jobs.list>;
export type PageOptions = FunctionArgs<typeof api.jobs.list>["paginationOpts"];

/**
 * The pages of a list as `usePaginatedQuery` keeps them: it loads more from the last page's end, splits a page when
 * the answer asks for it, and asks for all its pages again when something changes.
 */
export class PagedList {
  private pages: PageOptions[];

  constructor(
    private readonly ask: (paginationOpts: PageOptions) => Promise<Page>,
    private readonly numItems: number,
  ) {
    this.pages = [{ numItems, cursor: null }];
  }

  /** The jobs on all loaded pages, and whether there are more. */
  async load(): Promise<{ jobs: Page["page"]; isDone: boolean }> {
    const answers: Page[] = [];
    for (let at = 0; at < this.pages.length; at++) {
      const options = this.pages[at];
      if (options === undefined) break;
      const answer = await this.ask(options);
      const split = this.splitOf(options, answer);
      if (split === null) answers.push(answer);
      else this.pages.splice(at--, 1, ...split);
    }
    return {
      jobs: answers.flatMap(({ page }) => page),
      isDone: answers.at(-1)?.isDone ?? true,
    };
  }

  async loadMore(): Promise<boolean> {
    const last = this.pages.at(-1);
    if (last === undefined) return false;
    const { isDone, continueCursor } = await this.ask(last);
    if (!isDone) this.pages.push({ numItems: this.numItems, cursor: continueCursor });
    return !isDone;
  }

  async loadAll(): Promise<Page["page"]> {
    await this.load();
    while (await this.loadMore()) await this.load();
    return (await this.load()).jobs;
  }

  private splitOf(options: PageOptions, answer: Page): PageOptions[] | null {
    const { splitCursor, pageStatus, page, continueCursor } = answer;
    const isAsked =
      pageStatus === "SplitRecommended" ||
      pageStatus === "SplitRequired" ||
      page.length > 2 * this.numItems;
    if (!splitCursor || !isAsked) return null;
    return [
      { ...options, endCursor: splitCursor },
      { ...options, cursor: splitCursor, endCursor: continueCursor },
    ];
  }
}
