import { type Behavior, outcomeOf } from "../../support/parity";
import { anyone, keysOf, put } from "./ask";
import { thing } from "../../support/histories/app";
import type { SearchRead } from "../../support/histories/specs";

const search = (text: string, w?: string): SearchRead => ({
  kind: "search",
  text,
  ...(w === undefined ? {} : { w }),
});

/** Sorted, because the order of ids has no meaning. */
const sorted = (keys: readonly string[]) => keys.map((found) => found.split(" ").sort().join(" "));

export const searchBehaviors: readonly Behavior[] = [
  {
    name: "finds whole words, and a prefix match for the last",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(
        caller,
        { key: "elm", text: "12 Elm Street", w: "w1" },
        { key: "elmwood", text: "Elmwood", w: "w2" },
        { key: "empty", text: "" },
      );
      return sorted(
        await keysOf(
          caller,
          search("elm"),
          search("ELM"),
          search("el"),
          search("12"),
          search("lm"),
          search("oak"),
          search(""),
          search("elm", "w1"),
          search("elm", "w2"),
          search("elm", "w3"),
        ),
      );
    },
    shows: ["elm elmwood", "elm elmwood", "elm elmwood", "elm", "", "", "", "elm", "elmwood", ""],
  },
  {
    name: "finds no document without the search field",
    differs: "convex-test throws if a document has no search field.",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "none" }, { key: "elm", text: "elm" });
      return await keysOf(caller, search("elm"), search("none"));
    },
    shows: ["elm", ""],
  },
  {
    name: "finds documents with any of the words, only the last as a prefix",
    differs:
      "convex-test requires every word, each as a prefix. Convex matches any (docs.convex.dev/search/text-search).",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(
        caller,
        { key: "elm", text: "Elm Street" },
        { key: "oak", text: "oak-street, west" },
        { key: "elmwood", text: "Elmwood" },
      );
      return sorted(
        await keysOf(
          caller,
          search("elm west"),
          search("street elm"),
          search("elm xyz"),
          search("west/oak"),
        ),
      );
    },
    shows: ["elm oak", "elm elmwood oak", "elm", "oak"],
  },
  {
    name: "searches in a mutation see its own writes",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "old", text: "elm" }, { key: "gone", text: "elm" });
      const results = await caller.mutation(thing.write, {
        steps: [
          { do: "insert", fields: { key: "new", text: "elm" } },
          { do: "patch", key: "old", fields: { text: "oak" } },
          { do: "delete", key: "gone" },
          { do: "read", read: search("elm") },
          { do: "read", read: search("oak") },
        ],
      });
      return results.slice(3).map((found) => (found as { key: string }[]).map(({ key }) => key));
    },
    shows: [["new"], ["old"]],
  },
  {
    name: "rejects a filter on a field that is not in the search index",
    differs: "convex-test filters by any field.",
    run: async (backend) =>
      await outcomeOf(keysOf(anyone(backend), { ...search("elm", "w1"), filterField: "key" })),
    shows: { failed: true },
  },
];
