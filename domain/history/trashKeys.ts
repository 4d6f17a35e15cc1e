/** A deleted row stays in its table. The key of its workspace gets this prefix. */
const TRASH_PREFIX = "trash:";

/** Sorts after all keys of deleted rows, and before all workspace ids that sort after those keys. */
export const TRASH_KEYS_END = "trash;";

/** The workspace of deleted rows, which no token can name. */
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
