/** Deleted rows keep their table, under the key of their workspace behind this prefix. */
const TRASH_PREFIX = "trash:";

/** Sorts after all of these keys, and before all ids that do. */
export const TRASH_KEYS_END = "trash;";

/** The workspace of deleted rows, which no token can have. */
export function trashKeyOf(workspaceId: string): string {
  return TRASH_PREFIX + workspaceId;
}

export function isTrashKey(workspaceId: string): boolean {
  return workspaceId.startsWith(TRASH_PREFIX);
}

/** The workspace that a row belongs to, whether it is deleted or not. */
export function workspaceOfKey(key: string): string {
  return isTrashKey(key) ? key.slice(TRASH_PREFIX.length) : key;
}
