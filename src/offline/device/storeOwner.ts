/** The owner of a store. A change is sent only for the person and workspace of its store. */
export interface StoreOwner {
  /** The URL of the Convex deployment. */
  readonly deployment: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly userName: string;
  /** Absent in the list entries of earlier releases. */
  readonly email?: string;
}

/** The name of a person's store, which their lock, their tabs and their database share. */
export function storeName(owner: Omit<StoreOwner, "userName">): string {
  const { deployment, workspaceId, userId } = owner;
  return `downspout:${deployment}:${workspaceId}:${userId}`;
}
