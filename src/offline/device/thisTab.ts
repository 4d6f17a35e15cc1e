import { randomUuid } from "@/lib/randomUuid";

const PREFIX = "downspout:tab:";

/** The id of this tab until the next load of the page. */
export const THIS_TAB = randomUuid();

/** The lock that shows other tabs that this tab is open. The browser releases it however the tab ends. */
let claimed: Promise<void> | null = null;

/** Resolves once the other tabs can see that this one is alive. */
export async function claimTab(): Promise<void> {
  // Absent without https: every other tab then counts as closed.
  if (!("locks" in navigator)) return;
  claimed ??= new Promise((resolve, reject) => {
    navigator.locks
      .request(PREFIX + THIS_TAB, () => {
        resolve();
        return new Promise(() => {});
      })
      .catch(reject);
  });
  await claimed;
}

/** The tabs of this browser that are open, this one included. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  if (!("locks" in navigator)) return new Set([THIS_TAB]);
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name = "" }) =>
    name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
  return new Set([...names, THIS_TAB]);
}
