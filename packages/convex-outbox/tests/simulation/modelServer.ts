import type { OutboxItem, Refusal } from "../../src/outboxItem";

/** How long the server remembers an id. */
export const IDS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export class ServerError extends Error {
  readonly verdict: Refusal | "signIn" | null;

  constructor(verdict: Refusal | "signIn" | null) {
    super("server");
    this.verdict = verdict;
  }
}

interface Applied {
  readonly token: number;
  readonly owner: string;
  readonly key: string;
}

const REFUSED: Refusal = { code: "INVALID", message: "Not this." };

/** What the real server promises: an intent is applied once, for the signed-in person only. */
export class ModelServer {
  session: string | null;
  /** Changes when a backup is restored. */
  epoch = "epoch-0";
  /** One commit each. */
  readonly applied: Applied[] = [];
  readonly refused = new Set<number>();
  readonly #values = new Map<string, number>();
  readonly #commits = new Map<string, number>();
  #intents = new Map<
    string,
    { readonly args: string; readonly at: number; readonly commit: number }
  >();

  constructor(session: string) {
    this.session = session;
  }

  valueOf(owner: string, key: string): number {
    return this.#values.get(`${owner} ${key}`) ?? 0;
  }

  /** The number of the commit that has applied the intent. */
  commitOf(intent: string): number | undefined {
    return this.#commits.get(intent);
  }

  /** Returns the number of the commit that has applied the change. */
  receive(owner: string, item: OutboxItem, now: number): number {
    if (this.session !== owner) throw new ServerError("signIn");
    this.#forget(now);
    const args = JSON.stringify(item.args);
    const known = this.#intents.get(item.id);
    if (known !== undefined && known.args !== args)
      throw new ServerError({ code: "CONFLICT", message: "Other values." });
    if (known !== undefined) return known.commit;
    const { key, value, token } = contentOf(item);
    if (value % 11 === 0 && value !== 0) {
      this.refused.add(token);
      throw new ServerError(REFUSED);
    }
    const commit = this.applied.push({ token, owner, key });
    this.#intents.set(item.id, { args, at: now, commit });
    this.#commits.set(item.id, commit);
    this.#values.set(`${owner} ${key}`, value);
    return commit;
  }

  #forget(now: number): void {
    const kept = [...this.#intents].filter(([, { at }]) => now - at < IDS_KEPT_MS);
    if (kept.length < this.#intents.size) this.#intents = new Map(kept);
  }
}

/** Whether the response to the change names a value that it replaced, which the device has to keep. */
export function hasReplaced(token: number): boolean {
  return token % 3 === 0;
}

export function contentOf({ args, subject, field }: OutboxItem) {
  return {
    key: `${subject.key}/${field ?? ""}`,
    value: Number(args[field ?? ""]),
    token: Number(args["token"]),
  };
}
