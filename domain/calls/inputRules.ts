/** Rules for what a person enters: a form shows the same refusal that the server would send. */
import type { AppErrorData } from "./errors";
import { invalidData, Refusal } from "./refusals";

/**
 * The rule of one field: returns the value as it is stored, or throws `refused`. Another client may send a value of
 * another type, which the rule refuses too.
 */
export type Rule<Given, Stored> = (value: Given) => Stored;

/** Rules by field. */
export type Rules = Readonly<Record<string, Rule<never, unknown>>>;

type OptionalFields<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Name : never;
}[keyof Fields];

/** A field that may be undefined may be missing. */
type WithOptional<Fields> = Omit<Fields, OptionalFields<Fields>> &
  Partial<Pick<Fields, OptionalFields<Fields>>>;

export type InputOf<Of extends Rules> = WithOptional<{
  -readonly [Name in keyof Of]: Parameters<Of[Name]>[0];
}>;

export type OutputOf<Of extends Rules> = WithOptional<{
  -readonly [Name in keyof Of]: ReturnType<Of[Name]>;
}>;

export interface InputError extends AppErrorData {
  readonly field: string;
}

type Checked<Data> =
  | { readonly data: Data; readonly errors?: undefined }
  | { readonly data?: undefined; readonly errors: readonly InputError[] };

/** The fields that have rules, as they are stored, or the error of each that is refused. */
export function checkInput<Of extends Rules>(rules: Of, input: object): Checked<OutputOf<Of>> {
  const given = input as Readonly<Record<string, never>>;
  const data: Record<string, unknown> = {};
  const errors: InputError[] = [];
  for (const [field, rule] of Object.entries(rules)) {
    try {
      const value = rule(given[field] as never);
      if (value !== undefined || field in given) data[field] = value;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push({ ...error.data, field });
    }
  }
  return errors.length > 0 ? { errors } : { data: data as OutputOf<Of> };
}

/** @throws Refusal for the first error. */
export function parseInput<Of extends Rules>(rules: Of, input: object): OutputOf<Of> {
  const { data, errors } = checkInput(rules, input);
  if (errors?.[0]) throw new Refusal(errors[0]);
  return data as OutputOf<Of>;
}

/** What a rule throws. The code that applies the rule names the field. */
export function refused(sentence: string): Refusal {
  return new Refusal(invalidData("", sentence));
}

/** For a field that may be missing. */
export function optional<Given, Stored>(
  rule: Rule<Given, Stored>,
): Rule<Given | undefined, Stored | undefined> {
  return (value) => (value === undefined ? undefined : rule(value));
}

/** For a field that null clears. */
export function nullable<Given, Stored>(
  rule: Rule<Given, Stored>,
): Rule<Given | null, Stored | null> {
  return (value) => (value === null ? null : rule(value));
}
