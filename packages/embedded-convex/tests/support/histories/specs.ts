/**
 * Reads and writes as plain values: the functions of `app.ts` run them, `model.ts` computes the expected results, and
 * `arbitraries.ts` generates them.
 */
import type { Value } from "convex/values";

export type Comparison = "eq" | "gt" | "gte" | "lt" | "lte";

/** Without a value, compares with `undefined`, which cannot be an argument of a function. */
export interface Bound {
  readonly op: Comparison;
  readonly field: string;
  readonly value?: Value;
}

export type Filter =
  | (Omit<Bound, "op"> & { readonly op: Comparison | "neq" })
  | { readonly not: Filter }
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] };

/** `iterate` leaves the loop over the query after this many documents. */
export type End =
  | "collect"
  | "first"
  | "unique"
  | { readonly take: number }
  | { readonly iterate: number };

export interface RangeRead {
  readonly kind: "range";
  readonly index: string;
  readonly bounds: readonly Bound[];
  readonly order: "asc" | "desc";
  readonly filter?: Filter;
  readonly end: End;
}

export interface SearchRead {
  readonly kind: "search";
  readonly text: string;
  readonly w?: string;
  /** The field that `w` is compared with, if not the default. */
  readonly filterField?: string;
}

export type Read = RangeRead | SearchRead | { readonly kind: "get"; readonly id: string };

export type Fields = { readonly [name: string]: Value };

export type Step =
  | { readonly do: "insert"; readonly fields: Fields }
  | {
      readonly do: "patch";
      readonly key: string;
      readonly fields: Fields;
      readonly without?: readonly string[];
    }
  | { readonly do: "replace"; readonly key: string; readonly fields: Fields }
  | { readonly do: "delete"; readonly key: string }
  | { readonly do: "read"; readonly read: Read }
  /** Reads the database at the start of the mutation. */
  | { readonly do: "readBefore"; readonly read: Read }
  | { readonly do: "pause"; readonly turns: number }
  /** A nested mutation whose error is caught. */
  | { readonly do: "nest"; readonly steps: readonly Step[] }
  | { readonly do: "throw" };

/** The fields of each index, as declared. */
export const INDEXES: Readonly<Record<string, readonly string[]>> = {
  by_key: ["key"],
  by_a: ["a"],
  by_a_b: ["a", "b"],
  by_w_b: ["w", "b"],
  by_inner: ["o.x"],
};
