/**
 * Bounds the results that one person's calls over HTTP keep in memory: a query does not run while the results before it
 * wait to be sent, or while many others of the person run.
 */
import type { ServerResponse } from "node:http";

const MAX_RUNNING = 8;
const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

interface Person {
  running: number;
  unsentBytes: number;
  readonly waiting: (() => void)[];
}

export class UnsentResults {
  readonly #people = new Map<string, Person>();

  /** Resolves when the person's next query may run. `sent` must follow. */
  async begin(key: string): Promise<void> {
    const person = this.#find(key);
    if (person.waiting.length > 0 || isFull(person))
      await new Promise<void>((resolve) => person.waiting.push(resolve));
    else person.running += 1;
  }

  /** Call it when the response was ended, or when there is none. */
  sent(key: string, res: ServerResponse): void {
    const person = this.#find(key);
    person.running -= 1;
    const bytes = res.destroyed ? 0 : res.writableLength;
    person.unsentBytes += bytes;
    if (bytes > 0) {
      res.once("close", () => {
        person.unsentBytes -= bytes;
        this.#next(key, person);
      });
    }
    this.#next(key, person);
  }

  #find(key: string): Person {
    let person = this.#people.get(key);
    if (person === undefined) {
      person = { running: 0, unsentBytes: 0, waiting: [] };
      this.#people.set(key, person);
    }
    return person;
  }

  #next(key: string, person: Person): void {
    while (!isFull(person)) {
      const resume = person.waiting.shift();
      if (resume === undefined) break;
      person.running += 1;
      resume();
    }
    const { running, unsentBytes, waiting } = person;
    if (running === 0 && unsentBytes === 0 && waiting.length === 0) this.#people.delete(key);
  }
}

function isFull({ running, unsentBytes }: Person): boolean {
  return running >= MAX_RUNNING || unsentBytes >= MAX_UNSENT_BYTES;
}
