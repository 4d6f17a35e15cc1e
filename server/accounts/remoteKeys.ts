/**
 * The keys of an issuer elsewhere, fetched when needed and kept. Always true: strangers who send made-up tokens cannot make this
 * server ask the issuer more often than once in a while; and an issuer that cannot be reached is said to be just that.
 */
import type { JSONWebKeySet } from "jose";
import { z } from "zod";
import { IssuerUnreachable } from "embedded-convex";
import { keyIn, type IssuerKeys } from "./issuerKeys";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const FRESH_MS = 10 * 60_000;
/** After a key was not found, or the issuer not reached. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;
const MAX_SET_LENGTH = 256 * 1024;

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })),
});

export function remoteKeys(o: {
  issuer: string;
  clock: () => number;
  fetch: Fetch;
}): IssuerKeys {
  let known: { set: JSONWebKeySet; fetchedAt: number } | undefined;
  let lastTry: { at: number; failure: unknown } | undefined;
  let fetching: Promise<void> | undefined;

  const refresh = () => {
    fetching ??= fetchKeys(o)
      .then((set) => {
        known = { set, fetchedAt: o.clock() };
        lastTry = { at: o.clock(), failure: undefined };
      })
      .catch((failure: unknown) => {
        lastTry = { at: o.clock(), failure };
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };
  const isCoolingDown = () =>
    lastTry !== undefined && o.clock() - lastTry.at < COOLDOWN_MS;

  const all = async () => {
    const isFresh =
      known !== undefined && o.clock() - known.fetchedAt < FRESH_MS;
    if (!isFresh && !isCoolingDown()) await refresh();
    if (!known) throw new IssuerUnreachable(o.issuer, lastTry?.failure);
    // Keys that were right before the line broke are still the best there are.
    return known.set;
  };
  return {
    all,
    find: async (kid) => {
      const found = keyIn(await all(), kid);
      if (found) return found;
      // The issuer may have a new key since.
      if (!isCoolingDown()) await refresh();
      const failure = lastTry?.failure;
      if (failure !== undefined) throw new IssuerUnreachable(o.issuer, failure);
      return keyIn(known!.set, kid);
    },
  };
}

async function fetchKeys(o: {
  issuer: string;
  fetch: Fetch;
}): Promise<JSONWebKeySet> {
  const url = `${o.issuer}/.well-known/jwks.json`;
  const response = await o.fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_SET_LENGTH) throw new Error(`${url} is too long`);
  return keySet.parse(JSON.parse(text));
}
