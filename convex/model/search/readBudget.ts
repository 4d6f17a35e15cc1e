/** What a page of a search may read, beside the jobs of one creation time, which are read together. */
const PAGE_DOCUMENTS = 250;
const PAGE_BYTES = 135 * 1024;

/** Convex lets a function read 4,096 ranges. A row that is read by its id counts as one. */
const MAX_GETS = 3_500;

/** Counts what one search reads, so that it stops before it has read more than its pages allow. */
export class ReadBudget {
  #documents = 0;
  #bytes = 0;
  #gets = 0;
  /** How many pages the search may read at once. */
  readonly pages: number;

  constructor(pages = 1) {
    this.pages = pages;
  }

  get isSpent(): boolean {
    return this.#share >= 1;
  }

  get isHalfSpent(): boolean {
    return this.#share >= 1 / 2;
  }

  get #share(): number {
    const page = Math.max(this.#documents / PAGE_DOCUMENTS, this.#bytes / PAGE_BYTES);
    return Math.max(page / this.pages, this.#gets / MAX_GETS);
  }

  get documents(): number {
    return this.#documents;
  }

  count(row: object | null): void {
    if (row === null) return;
    this.#documents += 1;
    this.#bytes += JSON.stringify(row).length;
  }

  /** Counts a row that is read by its id. */
  countGet(row: object | null): void {
    this.#gets += 1;
    this.count(row);
  }
}
