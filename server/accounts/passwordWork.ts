/**
 * Hashing a password is made slow on purpose, and it borrows the threads that files and disk need too. Two at a time leave half
 * of them free; a queue beyond what people could make is refused, so that a flood of sign-ins stops nothing but sign-ins.
 */
import { hashPassword, verifyPassword } from "better-auth/crypto";

const RUNNING_AT_ONCE = 2;
const MAX_WAITING = 30;

export class TooBusy extends Error {}

export interface PasswordWork {
  hash(password: string): Promise<string>;
  verify(o: { hash: string; password: string }): Promise<boolean>;
}

export function passwordWork(): PasswordWork {
  const queued = boundedQueue(RUNNING_AT_ONCE, MAX_WAITING);
  return {
    hash: (password) => queued(() => hashPassword(password)),
    verify: (o) => queued(() => verifyPassword(o)),
  };
}

/** Runs work in the order it came, so many at once; throws TooBusy when too much waits. */
export function boundedQueue(
  runningAtOnce: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= runningAtOnce) {
      if (waiting.length >= maxWaiting) throw new TooBusy();
      // Who wakes us hands on its place: `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
