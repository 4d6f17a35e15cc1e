import type { Behaviour } from "../../support/parity";
import { outcomeOf } from "../../support/parity";
import { anyone, keysOf, put } from "./ask";
import { thing } from "../../support/things/app";
import type { SearchRead } from "../../support/things/specs";

const search = (text: string, w?: string): SearchRead => ({
  kind: "search",
  text,
  ...(w === undefined ? {} : { w }),
});

/** Sorted, because the order of ids has no meaning. */
const sorted = (keys: readonly string[]) =>
  keys.map((found) => found.split(" ").sort().join(" "));

export const searchBehaviours: readonly Behaviour[] = [
  {
    name: "finds what has the word, and what begins with the last one",
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
    shows: [
      "elm elmwood",
      "elm elmwood",
      "elm elmwood",
      "elm",
      "",
      "",
      "",
      "elm",
      "elmwood",
      "",
    ],
  },
  {
    name: "finds nothing in a document without the text",
    differs: "convex-test throws where a document has no text.",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "none" }, { key: "elm", text: "elm" });
      return await keysOf(caller, search("elm"), search("none"));
    },
    shows: ["elm", ""],
  },
  {
    name: "finds what has any of the words, the earlier ones whole",
    differs:
      "convex-test wants every word, and takes each for a beginning. Convex finds any (docs.convex.dev/search/text-search).",
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
    name: "finds in a mutation what it has just written, and not what it removed",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(
        caller,
        { key: "old", text: "elm" },
        { key: "gone", text: "elm" },
      );
      const results = await caller.mutation(thing.write, {
        steps: [
          { do: "insert", fields: { key: "new", text: "elm" } },
          { do: "patch", key: "old", fields: { text: "oak" } },
          { do: "delete", key: "gone" },
          { do: "read", read: search("elm") },
          { do: "read", read: search("oak") },
        ],
      });
      return results
        .slice(3)
        .map((found) => (found as { key: string }[]).map(({ key }) => key));
    },
    shows: [["new"], ["old"]],
  },
  {
    name: "refuses a filter on a field that the search index does not have",
    differs: "convex-test filters by any field.",
    run: async (backend) =>
      await outcomeOf(
        keysOf(anyone(backend), { ...search("elm", "w1"), filterField: "key" }),
      ),
    shows: { failed: true },
  },
];
