/**
 * In place of the real hash, whose slowness is its point: as asynchronous, and as slow for all, but hundreds of them fit in a test.
 * Use: vi.mock("better-auth/crypto", quickPasswords)
 */
const pause = async () => {
  done += 1;
  await held;
  await new Promise((resolve) => setTimeout(resolve, 20));
};

let done = 0;

/** How many passwords were hashed or compared so far. */
export const passwordsDone = () => done;

let held: Promise<void> | undefined;

/** From now on no password is done, until the function that is returned is called. */
export function holdPasswords(): () => void {
  let release!: () => void;
  held = new Promise((resolve) => (release = resolve));
  return release;
}

export async function quickPasswords(
  original: () => Promise<object>,
): Promise<object> {
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
