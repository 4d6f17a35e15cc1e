/** Replaces the worker of an earlier build: removes itself and all caches, and reloads the pages it controls. */

/** Declared here, because TypeScript's types of a worker's global scope are not loaded. */
declare function skipWaiting(): Promise<void>;
declare const registration: ServiceWorkerRegistration;
declare const clients: {
  matchAll(): Promise<{ readonly url: string; navigate(url: string): Promise<unknown> }[]>;
};

interface ActivateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

self.addEventListener("install", () => void skipWaiting());
self.addEventListener("activate", (event) => (event as ActivateEvent).waitUntil(remove()));

async function remove() {
  await registration.unregister();
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const client of await clients.matchAll()) client.navigate(client.url).catch(() => undefined);
}
