/**
 * Password hashing is slow by design and runs on libuv's pool of four threads, which file I/O needs too. Two hashes at
 * a time leave half of the pool free, and a bounded queue keeps a flood of sign-ins from affecting anything but
 * sign-ins.
 */
import { hashPassword, verifyPassword } from "better-auth/crypto";

const MAX_RUNNING = 2;
const MAX_WAITING = 30;

export class QueueFullError extends Error {}

export interface PasswordHashingQueue {
  hash(password: string): Promise<string>;
  verify(o: { hash: string; password: string }): Promise<boolean>;
}

export function passwordHashingQueue(): PasswordHashingQueue {
  const queued = boundedQueue(MAX_RUNNING, MAX_WAITING);
  return {
    hash: (password) => queued(() => hashPassword(password)),
    verify: (o) => queued(() => verifyPassword(o)),
  };
}

/** Runs work first in, first out. Throws QueueFullError if `maxWaiting` are waiting. */
export function boundedQueue(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new QueueFullError();
      // The finished work passes its slot on, so `running` does not change.
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
