/** Checks the indexes of one table, as Convex does at deploy, with Convex's sentences and limits. */
import { parseFieldPath } from "./fieldPath";
import { identifierProblem, isFieldPath } from "./identifiers";
import { canContainField } from "./validatorDefinition";
import type { ValidatorJson } from "./validatorJson";

const MAX_INDEXES = 64;
const MAX_INDEX_FIELDS = 16;
const MAX_FILTER_FIELDS = 16;

export interface ExportedIndex {
  readonly indexDescriptor: string;
  readonly fields: string[];
}

export interface ExportedSearchIndex {
  readonly indexDescriptor: string;
  readonly searchField: string;
  readonly filterFields: string[];
}

/** Staged indexes are checked with the others, as on Convex. */
export interface TableIndexes {
  readonly table: string;
  readonly indexes: readonly ExportedIndex[];
  readonly searchIndexes: readonly ExportedSearchIndex[];
  /** Null if the schema is not enforced. */
  readonly validator: ValidatorJson | null;
}

/** Null if the definitions are valid. */
export function indexProblem(of: TableIndexes): string | null {
  const { table, indexes, searchIndexes } = of;
  if (indexes.length + searchIndexes.length > MAX_INDEXES) {
    return `Table "${table}" cannot have more than ${MAX_INDEXES} indexes.`;
  }
  for (const index of indexes) {
    const problem = fieldsProblem(index);
    if (problem !== null) return `In table "${table}": ${problem}`;
    if (index.fields.length > 0) continue;
    return `In table "${table}" index "${index.indexDescriptor}" must have at least one field.`;
  }
  for (const index of searchIndexes) {
    const problem = searchFieldsProblem(index);
    if (problem !== null) return `In table "${table}": ${problem}`;
  }
  return (
    sameFieldsProblem(of) ??
    nameProblem(of) ??
    reservedFieldProblem(indexes) ??
    unknownFieldProblem(of)
  );
}

function fieldsProblem({ indexDescriptor: name, fields }: ExportedIndex): string | null {
  const problem = descriptorProblem(name) ?? pathProblem(name, fields);
  if (problem !== null) return problem;
  if (fields.length > MAX_INDEX_FIELDS) {
    return `In index "${name}": Indexes may have up to ${MAX_INDEX_FIELDS} fields.`;
  }
  if (fields.includes("_id")) {
    return `In index "${name}": \`_id\` is not a valid index field. To load documents by ID, use \`db.get(id)\`.`;
  }
  const repeated = fields.find((field, at) => fields.indexOf(field) < at);
  return repeated === undefined
    ? null
    : `In index "${name}": Duplicate field "${repeated}". Index fields must be unique within an index.`;
}

function searchFieldsProblem({
  indexDescriptor: name,
  searchField,
  filterFields,
}: ExportedSearchIndex): string | null {
  const problem = descriptorProblem(name) ?? pathProblem(name, [searchField, ...filterFields]);
  if (problem !== null) return problem;
  return new Set(filterFields).size > MAX_FILTER_FIELDS
    ? `Search indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`
    : null;
}

function descriptorProblem(name: string): string | null {
  return identifierProblem(name) === null
    ? null
    : `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and only contain letters, digits, underscores.`;
}

function pathProblem(name: string, paths: readonly string[]): string | null {
  const invalid = paths.find((path) => !isFieldPath(path));
  return invalid === undefined ? null : `In index "${name}": Invalid index field: "${invalid}"`;
}

function sameFieldsProblem({ table, indexes, searchIndexes }: TableIndexes): string | null {
  const same = samePair(indexes, ({ fields }) => fields);
  if (same !== null) {
    return `In table "${table}" index "${same[1]}" and index "${same[0]}" have the same fields. Indexes must be unique within a table.`;
  }
  const search = samePair(searchIndexes, ({ searchField, filterFields }) => [
    searchField,
    [...new Set(filterFields)].sort(),
  ]);
  return (
    search &&
    `In table "${table}" search index "${search[1]}" and search index "${search[0]}" have the same \`searchField\`. Search index fields must be unique within a table. You should combine the indexes with the same \`searchField\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`
  );
}

/** The names of two differently named indexes with the same key. */
function samePair<Index extends { readonly indexDescriptor: string }>(
  indexes: readonly Index[],
  keyOf: (index: Index) => unknown,
): readonly [string, string] | null {
  const seen = new Map<string, string>();
  for (const index of indexes) {
    const key = JSON.stringify(keyOf(index));
    const other = seen.get(key);
    if (other !== undefined && other !== index.indexDescriptor)
      return [other, index.indexDescriptor];
    seen.set(key, index.indexDescriptor);
  }
  return null;
}

function nameProblem({ table, indexes, searchIndexes }: TableIndexes): string | null {
  const names = [...indexes, ...searchIndexes].map(({ indexDescriptor }) => indexDescriptor);
  const reserved = names.find((name) => /^(_.*|by_id|by_creation_time)$/.test(name));
  if (reserved !== undefined) {
    return `In table "${table}" cannot name an index "${reserved}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`;
  }
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  return repeated === undefined
    ? null
    : `Table "${table}" has two or more definitions of index "${repeated}".`;
}

function reservedFieldProblem(indexes: readonly ExportedIndex[]): string | null {
  const fields = indexes.flatMap((index) => index.fields);
  if (fields.includes("_creationTime")) {
    return "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition. See https://docs.convex.dev/using/indexes for more details.";
  }
  return fields.flatMap(parseFieldPath).some((name) => name.startsWith("_"))
    ? "Reserved fields (starting with `_`) are not allowed in indexes."
    : null;
}

function unknownFieldProblem({
  table,
  indexes,
  searchIndexes,
  validator,
}: TableIndexes): string | null {
  if (validator === null) return null;
  const named = [
    ...indexes,
    ...searchIndexes.map(({ indexDescriptor, searchField, filterFields }) => ({
      indexDescriptor,
      fields: [searchField, ...filterFields],
    })),
  ];
  for (const { indexDescriptor, fields } of named) {
    const unknown = fields.find(
      (field) => !isSystemField(field) && !canContainField(validator, parseFieldPath(field)),
    );
    if (unknown === undefined) continue;
    return `In table "${table}" the index "${indexDescriptor}" is invalid because it references the field "${unknown}" that does not exist.`;
  }
  return null;
}

/** Whether the path is a system field, by which a search index may filter. */
function isSystemField(path: string): boolean {
  return path.startsWith("_") && !path.includes(".");
}
