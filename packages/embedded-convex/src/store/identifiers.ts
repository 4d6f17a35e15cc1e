/** Convex's rules for the names of tables, fields, indexes, functions and modules, with Convex's sentences. */

const MAX_IDENTIFIER_LENGTH = 64;

/** Null for a valid identifier. */
export function identifierProblem(name: string): string | null {
  if (name === "") return "Identifier cannot be empty";
  const [first = ""] = name;
  if (!/[a-zA-Z_]/.test(first)) {
    return `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`;
  }
  const invalid = /[^a-zA-Z0-9_]/u.exec(name);
  if (invalid !== null) {
    return `Identifier ${name} has invalid character '${invalid[0]}': Identifiers can only contain alphanumeric characters or underscores`;
  }
  if (name.length > MAX_IDENTIFIER_LENGTH) {
    return `Identifier is too long (${name.length} > maximum ${MAX_IDENTIFIER_LENGTH})`;
  }
  return /^_+$/.test(name) ? `Identifier ${name} cannot have exclusively underscores` : null;
}

/** Why a field name in a validator is invalid, or null. Stricter than for the fields of a value. */
export function fieldNameProblem(name: string): string | null {
  return name.startsWith("$")
    ? `Field name ${name} starts with '$', which is reserved.`
    : identifierProblem(name);
}

/** Whether the text is the path of an indexed field: field names joined by dots. */
export function isFieldPath(path: string): boolean {
  return path.split(".").every((name) => fieldNameProblem(name) === null);
}

/** Why a module's path below `convex/`, without its extension, is invalid, or null. */
export function modulePathProblem(path: string): string | null {
  for (const component of path.split("/")) {
    if (component.length > MAX_IDENTIFIER_LENGTH) {
      return `Path component is too long (${component.length} > maximum ${MAX_IDENTIFIER_LENGTH}): ${component.slice(0, MAX_IDENTIFIER_LENGTH)}...`;
    }
    if (!/^[a-zA-Z0-9_.]*$/.test(component)) {
      return `Path component ${component} can only contain alphanumeric characters, underscores, or periods.`;
    }
    if (!/[a-zA-Z0-9]/.test(component)) {
      return `Path component ${component} must have at least one alphanumeric character.`;
    }
  }
  return null;
}
