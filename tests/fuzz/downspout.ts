/**
 * The built server as the target of the runtime package's fuzzer: our functions, accounts, upload tickets and static
 * files.
 */
import { readdirSync } from "node:fs";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError, type Value } from "convex/values";
import type {
  FuzzedApplication,
  HttpRequest,
  User,
} from "../../packages/embedded-convex/tests/fuzz/application";
import { getRequest, jsonRequest } from "../../packages/embedded-convex/tests/fuzz/httpRequests";
import type { Random } from "../../packages/embedded-convex/tests/support/random";
import { runBuiltServer } from "../support/builtServer";
import { imageBytes } from "../support/images";
import { PASSWORD, signUp } from "../support/people";

const query = (path: string) => makeFunctionReference<"query">(path);
const mutation = (path: string) => makeFunctionReference<"mutation">(path);

export function fuzzedServer(modules: FuzzedApplication["modules"]): FuzzedApplication {
  return {
    run: runBuiltServer,
    modules,
    signIn: (url, name) => signUp(url, `${name}@example.com`),
    seed,
    sources: ["jobs:getAll", "customers:listMin", "inventory:listItems"]
      .concat("inventory:listColors")
      .map((path) => ({ path, args: {} })),
    idsFor: { jobs: ["jobs", "id"], inventory: ["inventoryItems"] },
    keys: ["customer_id", "colorNumber"],
    maxNumbers: { customers: 3, jobsPerCustomer: 3 },
    expensive: /^(seed|inventorySeed):|dedupeForUser|listColorBreakdownMut/,
    destructive: /:delete.*(Jobs|Inventory|Data)$/,
    storeFile,
    routeRequest,
    badTargets: [
      "/api/auth/../health",
      "/api/auth/",
      "/api/auth/%00",
      "/API/HEALTH",
      "/api/health/",
      "/upload",
      "/assets/../../server/main.js",
      "/index.html;x=1",
    ],
    explainsMalformedHttp: true,
    control: {
      create: (client, customer_name) =>
        client.mutation(mutation("customers:create"), {
          customer_name,
        }) as Promise<string>,
      update: (client, customer_id, customer_name) =>
        client.mutation(mutation("customers:update"), {
          customer_id,
          customer_name,
        }),
      watch: (client, customer_id, onValue) =>
        void client.onUpdate(
          query("customers:getByCustomerId"),
          { customer_id },
          (customer: { customer_name: string } | null) => onValue(customer?.customer_name),
          (error) => onValue(`error: ${error.message}`),
        ),
      readAll: async (client) => {
        const customers = (await client.query(query("customers:listMin"), {})) as {
          customer_name: string;
        }[];
        return customers.map(({ customer_name }) => customer_name);
      },
    },
  };
}

async function seed(client: ConvexClient): Promise<void> {
  const run = (path: string, args: Record<string, Value> = {}) =>
    untilFree(() => client.action(makeFunctionReference<"action">(path), args));
  await run("seed:deleteAllData");
  await run("seed:generateFakeData", { customers: 4, jobsPerCustomer: 2 });
  await client.mutation(mutation("inventorySeed:seedDefaults"), {});
}

const RETRY_MS = 100;
const MAX_TRIES = 300;

/** Retries while another operation of the workspace is running: attackers start operations too. */
async function untilFree(start: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await start();
      return;
    } catch (error) {
      const isBusy =
        error instanceof ConvexError && (error.data as { code?: string }).code === "CONFLICT";
      if (!isBusy || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function storeFile(client: ConvexClient) {
  const newUrl = async () =>
    new URL((await client.mutation(mutation("jobs:generateUploadUrl"), {})) as string);
  const response = await fetch(await newUrl(), {
    method: "POST",
    headers: { "content-type": "image/gif" },
    body: imageBytes("image/gif"),
  });
  const { storageId } = (await response.json()) as { storageId: string };
  const urls = (await client.query(query("files:getUrls"), {
    ids: [storageId],
  })) as string[];
  const upload = await newUrl();
  return {
    download: new URL(urls[0]!).pathname,
    upload: upload.pathname + upload.search,
  };
}

function routeRequest(
  { origin, user }: { origin: string; user: User },
  random: Random,
): HttpRequest {
  if (random.chance(0.4)) return pageRequest(random);
  if (random.chance(0.1)) return getRequest("/api/health");
  const cookie: HttpRequest["headers"] = random.chance(0.6) ? [["Cookie", user.cookie ?? ""]] : [];
  const credentials = { email: "nobody@example.com", password: PASSWORD };
  const post = (path: string, body: Record<string, string>) =>
    jsonRequest({ origin, headers: cookie }, `/api/auth/${path}`, body);
  return random.pick([
    getRequest("/api/auth/get-session", cookie),
    getRequest("/api/auth/token", cookie),
    getRequest("/api/auth/jwks"),
    getRequest("/api/auth/sign-up/policy?invite=abc"),
    jsonRequest({ origin }, "/upload?ticket=x&key=y", {}),
    post("sign-in/email", credentials),
    post("sign-up/email", { name: "N", inviteCode: "abc", ...credentials }),
    post("invitations", {}),
    jsonRequest({ origin }, "/api/auth/sign-out", {}),
  ]);
}

function pageRequest(random: Random): HttpRequest {
  const headers: [string, string][] = [
    ["Accept", random.pick(["*/*", "text/html,*/*;q=0.8", "image/png"])],
  ];
  if (random.chance(0.5))
    headers.push([
      "Accept-Encoding",
      random.pick(["gzip, br", "br;q=0", "identity", "*", "gzip;q=x"]),
    ]);
  return {
    method: random.pick(["GET", "GET", "HEAD"]),
    target: random.pick(["/", "/jobs", "/missing.png", ...assets()]),
    headers,
  };
}

function assets(): string[] {
  try {
    return readdirSync("dist/client/assets")
      .slice(0, 5)
      .map((name) => `/assets/${name}`);
  } catch (error) {
    // The client may not have been built.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
