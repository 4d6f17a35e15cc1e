/**
 * Replaces the real password hash, which is slow on purpose. It is as asynchronous, and fast enough for hundreds of
 * calls in a test. Use: vi.mock("better-auth/crypto", quickPasswords)
 */
const pause = async () => {
  done += 1;
  await released;
  await new Promise((resolve) => setTimeout(resolve, 20));
};

let done = 0;

/** The number of passwords hashed or compared so far. */
export const passwordsDone = () => done;

let released: Promise<void> | undefined;

/** Blocks all hashing until the returned function is called. */
export function holdPasswords(): () => void {
  let release!: () => void;
  released = new Promise((resolve) => (release = resolve));
  return release;
}

export async function quickPasswords(original: () => Promise<object>): Promise<object> {
  return {
    ...(await original()),
    hashPassword: async (password: string) => {
      await pause();
      return `quick ${password}`;
    },
    verifyPassword: async (o: { hash: string; password: string }) => {
      await pause();
      return o.hash === `quick ${o.password}`;
    },
  };
}
