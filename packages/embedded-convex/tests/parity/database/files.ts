import { createHash } from "node:crypto";
import { type Behavior, outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone } from "./ask";

const TEXT = "Ring twice.\nDog 🐕";

export const fileBehaviors: readonly Behavior[] = [
  {
    name: "stores a file and returns its metadata",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.action(app.store, { text: TEXT });
      return [
        await caller.query(app.url, { id }),
        await caller.query(app.metadata, { id }),
        await caller.action(app.readFile, { id }),
      ];
    },
    shows: [
      true,
      {
        size: Buffer.byteLength(TEXT),
        contentType: null,
        sha256: createHash("sha256").update(TEXT).digest("base64"),
      },
      TEXT,
    ],
  },
  {
    name: "stores the content type of a file",
    differs: "convex-test does not.",
    run: async (backend) => {
      const caller = anyone(backend);
      const type = "text/plain";
      const id = await caller.action(app.store, { text: TEXT, type });
      return (await caller.query(app.metadata, { id }))?.contentType;
    },
    shows: "text/plain",
  },
  {
    name: "stores an empty file",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.action(app.store, { text: "" });
      const metadata = await caller.query(app.metadata, { id });
      return [metadata?.size, metadata?.contentType];
    },
    shows: [0, null],
  },
  {
    name: "returns null for a deleted file",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.action(app.store, { text: TEXT });
      const kept = await caller.action(app.store, { text: TEXT });
      await caller.mutation(app.removeFile, { id });
      return [
        await caller.query(app.url, { id }),
        await caller.query(app.metadata, { id }),
        await caller.action(app.readFile, { id }),
        await outcomeOf(caller.mutation(app.removeFile, { id })),
        await caller.query(app.url, { id: kept }),
      ];
    },
    shows: [false, null, null, { failed: true }, true],
  },
  {
    name: "accepts only ids of files",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.idOfStrict, {});
      return [
        await outcomeOf(caller.query(app.url, { id })),
        await outcomeOf(caller.query(app.metadata, { id })),
        await outcomeOf(caller.mutation(app.removeFile, { id })),
      ];
    },
    shows: Array(3).fill({ failed: true }),
  },
];
