import { describe, expect, it } from "vitest";
import { createOutcomePresenter } from "../../server/functionFailures";
import { createLog } from "../../server/log";

function aPresenter(showErrors: boolean) {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  return { present: createOutcomePresenter({ showErrors, log }), lines };
}

const failed = (message: string) => ({
  ok: false as const,
  message,
  logLines: [],
});

describe("what a client hears of a function", () => {
  it("is what was made for it: its value, or the data of its error", () => {
    const { present, lines } = aPresenter(false);
    const success = { ok: true as const, value: 1, logLines: [] };
    const refusal = { ...failed("no"), data: { code: "NO" } };
    expect(present("a:b", success)).toBe(success);
    expect(present("a:b", refusal)).toBe(refusal);
    expect(lines).toEqual([]);
  });

  it("is not the text of any other error, which goes to the log under the number that the client gets", () => {
    const { present, lines } = aPresenter(false);
    const told = present("a:b", failed("the password is hunter2"));
    const number = /^\[Request ID: ([0-9a-f]{16})\] Server Error$/.exec(
      told.ok ? "" : told.message,
    )?.[1];
    expect(number).toBeDefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      `requestId=${number} error="the password is hunter2"`,
    );
  });

  it("is the same for the same error, so that it is not news", () => {
    const { present } = aPresenter(false);
    expect(present("a:b", failed("one"))).toEqual(
      present("a:b", failed("one")),
    );
    expect(present("a:b", failed("one"))).not.toEqual(
      present("a:b", failed("two")),
    );
  });

  it("is not what the function logs; the log has that", () => {
    const { present, lines } = aPresenter(false);
    const said = { ok: true as const, value: 1, logLines: ["[LOG] 'here'"] };
    expect(present("a:b", said)).toEqual({ ...said, logLines: [] });
    expect(lines[0]).toContain("[LOG] 'here'");
  });

  it("is everything in development", () => {
    const { present, lines } = aPresenter(true);
    const outcome = { ...failed("everything"), logLines: ["said"] };
    expect(present("a:b", outcome)).toBe(outcome);
    expect(lines).toEqual([]);
  });
});
