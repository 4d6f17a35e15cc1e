/** The chat of this package as the fuzzer's target. */
import type { ConvexClient } from "convex/browser";
import type { GenericId } from "convex/values";
import { api } from "../chat/convex/_generated/api";
import { modules } from "../chat/modules";
import { runChat } from "../chat/runChat";
import { tokenFor } from "../chat/tokens";
import type { FuzzedApplication } from "./application";

const CHANNELS = ["general", "random"];
const CONTROL_CHANNEL = "control-7c1f";
const ONE_PIXEL_GIF = Buffer.from(
  "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
  "base64",
);

const newest = (channel: string, numItems: number) => ({
  channel,
  paginationOpts: { numItems, cursor: null },
});

export const chatApplication: FuzzedApplication = {
  run: runChat,
  modules,
  signIn: (_, name) => Promise.resolve({ fetchToken: () => Promise.resolve(tokenFor(name)) }),
  seed: async (client) => {
    for (const channel of CHANNELS)
      for (const body of ["Lunch at noon?", "The build is green"])
        await client.mutation(api.messages.send, { channel, body });
  },
  sources: CHANNELS.map((channel) => ({
    path: "messages:list",
    args: newest(channel, 10),
  })),
  idsFor: { messages: ["messages"] },
  keys: ["channel"],
  maxNumbers: { afterMs: 5_000 },
  storeFile,
  routeRequest: ({ origin }, random) => ({
    method: "POST",
    target: `/incoming/${random.pick(CHANNELS)}`,
    headers: [["Origin", origin]],
    body: Buffer.from("Deployed"),
  }),
  badTargets: ["/incoming", "/incoming/", "/incoming/%ff"],
  explainsMalformedHttp: false,
  expectedErrors: new RegExp(
    [
      "must be (a number|a positive number|greater than 0|whole numbers|non-negative|a finite number)",
      "Must request at least 1 document",
      "is more than 5 years in the future",
      "Value is too large",
      // The webhook reads a body whose client disconnects.
      "POST /incoming/.*Error: aborted",
    ].join("|"),
  ),
  control: {
    create: (client, body) =>
      client.mutation(api.messages.send, { channel: CONTROL_CHANNEL, body }),
    update: (client, id, body) =>
      client.mutation(api.messages.edit, {
        id: id as GenericId<"messages">,
        body,
      }),
    watch: (client, _, onValue) =>
      void client.onUpdate(
        api.messages.list,
        newest(CONTROL_CHANNEL, 1),
        ({ page }) => onValue(page[0]?.body),
        (error) => onValue(`error: ${error.message}`),
      ),
    readAll: async (client) => {
      const args = newest(CONTROL_CHANNEL, 10);
      const { page } = await client.query(api.messages.list, args);
      return page.map(({ body }) => body);
    },
  },
};

async function storeFile(client: ConvexClient) {
  const newUrl = () => client.mutation(api.files.generateUploadUrl, {});
  const response = await fetch(await newUrl(), {
    method: "POST",
    headers: { "content-type": "image/gif" },
    body: ONE_PIXEL_GIF,
  });
  const { storageId: file } = (await response.json()) as {
    storageId: GenericId<"_storage">;
  };
  const message = { channel: "files", body: "See this", file };
  await client.mutation(api.messages.send, message);
  const { page } = await client.query(api.messages.list, newest("files", 1));
  const upload = new URL(await newUrl());
  return {
    download: new URL(page[0]?.url ?? "").pathname,
    upload: upload.pathname + upload.search,
  };
}
