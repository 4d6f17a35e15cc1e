/**
 * Syncs a file to the disk while it is written. Otherwise a large file is synced as a whole at its end, by a call that
 * stops this process for as long as the disk takes, and that delays everything else that is synced meanwhile.
 */
import { open, type FileHandle } from "node:fs/promises";
import { thisSystem } from "./systems";

export class BackgroundSync {
  readonly #path: string;
  readonly #bytesPerSync: number;
  #unsynced = 0;
  #handle: FileHandle | null = null;
  #running: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(path: string, bytesPerSync: number) {
    this.#path = path;
    this.#bytesPerSync = bytesPerSync;
  }

  /** Must be called after each write. One sync runs at a time. */
  written(bytes: number): void {
    this.#unsynced += bytes;
    if (this.#unsynced < this.#bytesPerSync || this.#running !== null) return;
    this.#unsynced = 0;
    this.#running = this.#sync();
  }

  /** Must be called after the last write, when nothing else has the file open. @throws the error of a failed sync */
  async close(): Promise<void> {
    await this.#running;
    await this.#handle?.close();
    if (this.#failure !== null) throw this.#failure;
  }

  /** Does not reject: `close` throws the error. */
  async #sync(): Promise<void> {
    try {
      this.#handle ??= await open(this.#path, thisSystem.rules.syncFlags);
      await this.#handle.sync();
    } catch (error) {
      this.#failure ??= error;
    } finally {
      this.#running = null;
    }
  }
}
