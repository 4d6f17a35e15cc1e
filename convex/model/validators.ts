import {
  v,
  type GenericValidator,
  type Infer,
  type Validator,
  type VLiteral,
  type VOptional,
  type VUnion,
} from "convex/values";
import { DEMO_MARKS } from "../../domain/calls/operations";

type LiteralUnion<Values extends readonly string[]> = VUnion<
  Values[number],
  VLiteral<Values[number]>[]
>;

/** One of the values that the domain names. */
export function literals<const Values extends readonly [string, string, ...string[]]>(
  values: Values,
): LiteralUnion<Values> {
  return v.union(...values.map((value) => v.literal<Values[number]>(value)));
}

/** The kinds of calls that have a rate (model/personRates.ts). */
export const rateKind = literals(["action", "import", "seed", "upload"]);

export type RateKind = Infer<typeof rateKind>;

/** The mark of a generated row. */
export const demoField = { demo: v.optional(literals(DEMO_MARKS)) };

/**
 * A UUID of the device that made the row, by which later calls can name the row
 * before the device knows its id.
 */
export const clientKeyField = { clientKey: v.optional(v.string()) };

/** The fields that Convex gives every document. */
export function systemFields<Table extends string>(table: Table) {
  return { _id: v.id(table), _creationTime: v.number() };
}

type Change<Field extends GenericValidator> = Field["isOptional"] extends "optional"
  ? VUnion<Field["type"] | null, Validator<Field["type"] | null, "required", string>[], "optional">
  : VOptional<Field>;

/**
 * The arguments of an update, from the fields of the stored document: a missing
 * key leaves the field as it is, and null clears an optional one.
 */
export function changeArgs<Fields extends Record<string, GenericValidator>>(
  fields: Fields,
): { [Name in keyof Fields]: Change<Fields[Name]> } {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      v.optional(field.isOptional === "optional" ? v.union(field, v.null()) : field),
    ]),
  ) as { [Name in keyof Fields]: Change<Fields[Name]> };
}
