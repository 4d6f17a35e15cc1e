import { validate, ValidationError } from "convex-helpers/validators";
import { asObjectValidator, type GenericValidator, type PropertyValidators } from "convex/values";
import {
  cutSearch,
  isLimitedList,
  isLimitedText,
  isStorable,
  LIST_LIMITS,
  SEARCH_FIELDS,
  TEXT_LIMITS,
  textRefusal,
} from "../../domain/calls/inputLimits";
import type { DatabaseReader } from "../_generated/server";
import { inRow, invalid, wrongType } from "./errors";

export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the arguments as the handler gets them, or throws an INVALID error. */
export type InputCheck = (args: Arguments, db: DatabaseReader | undefined) => Arguments;

/** Throws if the value exceeds a limit. Leaves values of another type to `checkTypes`. */
type SizeCheck = (value: unknown) => void;

/** Ids have about 32 characters, in Convex and on one machine; client keys have 36. */
const MAX_ID_LENGTH = 64;

/**
 * The check of a function's arguments: first their size, by the domain's limits
 * and without reading any text, then their types. Throws at once if an argument
 * has no limit, so that a function without limits does not even load.
 */
export function inputCheck(args: PropertyValidators): InputCheck {
  const validator = asObjectValidator(args);
  const checkSize = objectCheck(args, SEARCH_FIELDS);
  return (given, db) => {
    checkSize(given);
    checkTypes(validator, given, db);
    return withCutSearches(given);
  };
}

function sizeCheckOf(validator: GenericValidator, field: string): SizeCheck {
  switch (validator.kind) {
    case "string":
      return field === "id" ? idCheck(field) : textCheck(field);
    case "array":
      return listCheck(validator.element, field);
    case "object":
      return objectCheck(validator.fields);
    case "union":
      return unionCheck(validator.members, field);
    case "id":
      return idCheck(field);
    case "literal":
    case "float64":
    case "boolean":
    case "null":
      return () => undefined;
    default:
      throw new Error(
        `The argument ${field} has the type ${validator.kind}, for which there is no limit.`,
      );
  }
}

function textCheck(field: string): SizeCheck {
  if (!isLimitedText(field)) throw new Error(`The argument ${field} has no entry in TEXT_LIMITS.`);
  return (value) => {
    const refusal = typeof value === "string" ? textRefusal(TEXT_LIMITS[field], value) : null;
    if (refusal !== null) throw invalid(field, refusal);
  };
}

function idCheck(field: string): SizeCheck {
  return (value) => {
    if (typeof value !== "string") return;
    if (value.length > MAX_ID_LENGTH || !isStorable(value)) throw wrongType(field);
  };
}

function listCheck(element: GenericValidator, field: string): SizeCheck {
  if (!isLimitedList(field)) throw new Error(`The argument ${field} has no entry in LIST_LIMITS.`);
  const { max, sentence } = LIST_LIMITS[field];
  const checkElement = sizeCheckOf(element, field);
  return (value) => {
    if (!Array.isArray(value)) return;
    if (value.length > max) throw invalid(field, sentence);
    for (const [at, one] of value.entries())
      try {
        checkElement(one);
      } catch (error) {
        if (element.kind !== "object") throw error;
        throw inRow(error, { list: field, at, of: value.length });
      }
  };
}

function objectCheck(fields: PropertyValidators, searches: readonly string[] = []): SizeCheck {
  const checks = Object.entries(fields)
    .filter(([name]) => !searches.includes(name))
    .map(([name, field]) => [name, sizeCheckOf(field, name)] as const);
  return (value) => {
    if (!isObject(value)) return;
    for (const name of namesIn(value))
      if (!Object.hasOwn(fields, name))
        throw invalid(name, `The function takes no argument ${name}.`);
    for (const [name, check] of checks) check(value[name]);
  };
}

function unionCheck(members: readonly GenericValidator[], field: string): SizeCheck {
  if (members.filter(({ kind }) => kind === "object").length > 1)
    throw new Error(`The argument ${field} is one of several kinds of object.`);
  const checks = members.map((member) => sizeCheckOf(member, field));
  return (value) => {
    for (const check of checks) check(value);
  };
}

/** Checks types. An action has no database: the functions that it calls check its ids. */
function checkTypes(
  validator: GenericValidator,
  args: Arguments,
  db: DatabaseReader | undefined,
): void {
  try {
    validate(validator, args, { throw: true, ...(db && { db }) });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw wrongType((error.path ?? "").replace(/\[(\d+)\]/g, ".$1"));
  }
}

function withCutSearches(args: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" && SEARCH_FIELDS.includes(name) ? cutSearch(value) : value,
    ]),
  );
}

/** The names of the arguments, with `__proto__`: decoding has made that argument the object's prototype. */
function namesIn(value: Arguments): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype !== null && Object.getPrototypeOf(prototype) === null;
  return isPlain ? Object.keys(value) : ["__proto__", ...Object.keys(value)];
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
