/** What the runners' reporters send to the process that started them, and the summary of it. */

/** One test after its last attempt. */
export interface TestResult {
  /** The file and the test's full name. */
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** More than one if the test failed at first. */
  readonly attempts: number;
  /** The error of the first failed attempt; for a browser test with the page at that moment. */
  readonly error?: string;
  /** Whether its failure means that something was lost, doubled or shown to the wrong person. */
  readonly isLoss?: boolean;
}

export type Report =
  | { readonly kind: "test"; readonly result: TestResult }
  /** How many tests there will be, where the runner knows it before it starts. */
  | { readonly kind: "total"; readonly total: number };

/** Sends a report to the process that started this one. Resolves once it is written. */
export function send(report: Report): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) resolve();
    else
      process.send(report, (error: Error | null) => {
        if (error === null) resolve();
        else reject(error);
      });
  });
}

/** The lines of an error that a summary shows: where the output before is cut off, it says what went wrong. */
export function beginningOf(error: string): string {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(0, 24).join("\n").slice(0, 3_000);
}

/** A test with its error, as one entry of a list. */
export function entryOf({ title, error }: TestResult): string {
  if (error === undefined) return title;
  return [title, ...error.split("\n")].join("\n    ");
}

/** The last lines of a run: what passed at a further attempt, what failed, and the sum. */
export function summaryOf(results: readonly TestResult[]): readonly string[] {
  const having = (outcome: TestResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome);
  const later = having("passed").filter(({ attempts }) => attempts > 1);
  const skipped = having("skipped").length;
  return [
    ...later.map(
      (result) =>
        `${result.isLoss === true ? "LOST AT FIRST" : `PASSED AT ATTEMPT ${result.attempts}`} ${entryOf(result)}`,
    ),
    ...having("failed").map((result) => `FAILED ${entryOf(result)}`),
    "",
    `${having("passed").length} passed, ${having("failed").length} failed` +
      (skipped > 0 ? `, ${skipped} skipped` : ""),
  ];
}
