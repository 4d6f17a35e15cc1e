import { IDBFactory } from "fake-indexeddb";
import type { StoreOwner } from "@/offline/device/storeOwner";
import "fake-indexeddb/auto";

/** jsdom has no IndexedDB. Each test calls this first, and then has an empty device. */
export function emptyDevice(): void {
  globalThis.indexedDB = new IDBFactory();
}

export const OWNER: StoreOwner = {
  deployment: "http://localhost:3000",
  workspaceId: "office-1",
  userId: "user-1",
  userName: "Ana Silva",
};
