import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult as Attempt,
} from "@playwright/test/reporter";
import { beginningOf, send } from "./results.ts";

const OUTCOMES = {
  expected: "passed",
  flaky: "passed",
  skipped: "skipped",
  unexpected: "failed",
} as const;

/** Reports each browser test after its last attempt. */
export default class PlaywrightReporter implements Reporter {
  #last: Promise<void> = Promise.resolve();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#last = send({ kind: "total", total: suite.allTests().length });
  }

  onTestEnd(test: TestCase, attempt: Attempt): void {
    const isOver =
      attempt.status === test.expectedStatus ||
      attempt.status === "skipped" ||
      attempt.status === "interrupted" ||
      attempt.retry === test.retries;
    if (!isOver) return;
    const outcome = test.outcome();
    this.#last = send({
      kind: "test",
      result: {
        title: titleOf(test),
        outcome: OUTCOMES[outcome],
        attempts: attempt.retry + 1,
        ...(outcome === "expected" ? {} : errorOf(test.results[0])),
        isLoss: isLoss(test),
      },
    });
  }

  /** An error of no test, such as a spec file that cannot be loaded. */
  onError(error: TestError): void {
    this.#last = send({
      kind: "test",
      result: {
        title: "An error outside of every browser test",
        outcome: "failed",
        attempts: 1,
        error: beginningOf(stripVTControlCharacters(error.message ?? "")),
      },
    });
  }

  async onEnd(): Promise<void> {
    await this.#last;
  }

  printsToStdio(): boolean {
    return false;
  }
}

function titleOf(test: TestCase): string {
  const file = relative(process.cwd(), test.location.file);
  // The first parts are the root, the project and the file.
  return `${file}: ${test.titlePath().slice(3).join(" > ")}`;
}

/** Whether a failure means a loss: playwright.config.ts marks the projects of such tests. */
function isLoss(test: TestCase): boolean {
  return test.parent.project()?.metadata.isLoss === true;
}

function errorOf(attempt: Attempt | undefined): { readonly error?: string } {
  if (attempt === undefined || attempt.errors.length === 0) return {};
  // A timeout has two errors: that the time is over, and what the test waited for.
  const messages = attempt.errors.map(({ message = "" }) => message).join("\n");
  const error = beginningOf(stripVTControlCharacters(messages));
  return { error: [error, ...pageOf(attempt)].join("\n") };
}

const LONG_LISTS_AND_ADDRESSES =
  /^\s*- (rowgroup|row|cell|columnheader|option|link "\w+, \w+ \d+|text: "\d+"|\/url:)/;

/** The accessibility tree of the page at the failure: its first 10 lines, and its last 30 with dialogs and toasts. */
function pageOf({ attachments }: Attempt): readonly string[] {
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  if (path === undefined || !existsSync(path)) return [];
  const tree = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(path, "utf8"))?.[1];
  if (tree === undefined) return [];
  const lines = tree
    .trimEnd()
    .split("\n")
    .filter((line) => !LONG_LISTS_AND_ADDRESSES.test(line))
    .map((line) => `| ${line.slice(0, 150)}`);
  const shown = lines.length <= 40 ? lines : [...lines.slice(0, 10), "| ...", ...lines.slice(-30)];
  return ["The page:", ...shown];
}
