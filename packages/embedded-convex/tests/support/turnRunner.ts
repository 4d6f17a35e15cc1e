/** A fake runner whose queries take turns, each for the same time of a clock that only they move. */
import { callerPath, type Caller } from "../../src/functionCall";
import type { QueryRun } from "../../src/sync/functionRunner";
import { type Turn, Turns } from "../../src/turns";
import { FakeRunner, type Keys } from "./fakeRunner";

const QUERY_MS = 1;

export class TurnRunner extends FakeRunner {
  #now = 0;
  readonly #turns = new Turns(() => this.#now);

  override takeTurn(caller?: Caller, session?: string): Promise<Turn> {
    return this.#turns.enter("query", callerPath(caller!, session));
  }

  override promote(caller?: Caller, session?: string): void {
    this.#turns.promote(callerPath(caller!, session));
  }

  override async runQuery(
    call: Parameters<FakeRunner["runQuery"]>[0] & { session?: string },
  ): Promise<QueryRun<Keys>> {
    const path = callerPath(call.caller, call.session);
    const turn = await this.#turns.enter("query", path);
    this.#now += QUERY_MS;
    try {
      return await super.runQuery(call);
    } finally {
      turn.leave();
    }
  }
}
