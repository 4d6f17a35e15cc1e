/** Checks the definition of a validator (`v.object(...)` as JSON) as Convex does at deploy, with Convex's sentences. */
import { fieldNameProblem, identifierProblem } from "./identifiers";
import type { FieldPath } from "./fieldPath";
import type { FieldJson, ValidatorJson } from "./validatorJson";
import { displayValidator } from "./validatorText";

/** Null for a valid definition. `hasTable` decides which tables `v.id` may name. */
export function validatorProblem(
  validator: ValidatorJson,
  hasTable: (name: string) => boolean,
): string | null {
  const inner = (part: ValidatorJson) => validatorProblem(part, hasTable);
  switch (validator.type) {
    case "id":
      return idProblem(validator.tableName, hasTable);
    case "array":
      return inner(validator.value);
    case "union":
      return firstProblem(validator.value, inner);
    case "record":
      return inner(validator.keys) ?? recordProblem(validator) ?? inner(validator.values.fieldType);
    case "object":
      return firstProblem(Object.entries(validator.value), ([name, field]) => {
        const problem = inner(field.fieldType);
        return (
          fieldNameProblem(name) ?? (problem && `Invalid validator for key \`${name}\`: ${problem}`)
        );
      });
    default:
      return null;
  }
}

/** Whether some value of the validator can have a field at this path. */
export function canContainField(validator: ValidatorJson, path: FieldPath): boolean {
  const [name, ...rest] = path;
  if (name === undefined || validator.type === "any") return true;
  if (validator.type === "union") {
    return validator.value.some((member) => canContainField(member, path));
  }
  if (validator.type !== "object") return false;
  const field = ownField(validator.value, name);
  return field !== undefined && canContainField(field.fieldType, rest);
}

function ownField(
  fields: Readonly<Record<string, FieldJson>>,
  name: string,
): FieldJson | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function idProblem(table: string, hasTable: (name: string) => boolean): string | null {
  const problem = identifierProblem(table);
  if (problem !== null || hasTable(table)) return problem;
  return `\`v.id("${table}")\` names a table that the schema does not declare.`;
}

function recordProblem({ keys, values }: ValidatorJson & { type: "record" }): string | null {
  if (!isStringSubtype(keys)) {
    return `Records can only have string keys. Your validator contains a record with key typed as \`${displayValidator(keys)}\`, which is not a subtype of \`v.string()\``;
  }
  if (hasStringLiteral(keys)) return "Records cannot have string literal keys";
  return values.optional ? "Records cannot have optional values" : null;
}

function isStringSubtype(validator: ValidatorJson): boolean {
  if (validator.type === "union") return validator.value.every(isStringSubtype);
  if (validator.type === "literal") return typeof validator.value === "string";
  return validator.type === "string" || validator.type === "id";
}

function hasStringLiteral(validator: ValidatorJson): boolean {
  if (validator.type === "union") return validator.value.some(hasStringLiteral);
  return validator.type === "literal";
}

function firstProblem<Part>(
  parts: readonly Part[],
  problemOf: (part: Part) => string | null,
): string | null {
  for (const part of parts) {
    const problem = problemOf(part);
    if (problem !== null) return problem;
  }
  return null;
}
