import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import {
  holdDraft,
  removeDraft,
  writeDraft,
  type NewJobDraft,
} from "./newJobDraft";

/** Milliseconds after which typing is written at the latest: a phone may end the page at any moment. */
const WRITE_AFTER_MS = 150;

export interface DraftState {
  /** Whether the device has everything that was typed. */
  readonly isStored: boolean;
  /** Why the device could not keep the draft: a sentence for the person. */
  readonly problem: string | null;
}

/** Writes one draft to the device as it is typed. */
export class DraftWriter {
  readonly #store: DeviceStore;
  readonly #id: string;
  readonly #onState: (state: DraftState) => void;
  readonly #release: () => void;
  /** Null if the device is to keep no draft. */
  #wanted: NewJobDraft | null;
  #written: NewJobDraft | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isSaved = false;

  /** `draft` is null if the device has no draft with this id yet. */
  constructor(
    store: DeviceStore,
    { id, draft }: { readonly id: string; readonly draft: NewJobDraft | null },
    onState: (state: DraftState) => void,
  ) {
    this.#store = store;
    this.#id = id;
    this.#wanted = draft;
    this.#written = draft;
    this.#onState = onState;
    this.#release = holdDraft(id);
    document.addEventListener("visibilitychange", this.#flushIfHidden);
    window.addEventListener("pagehide", this.#flushNow);
  }

  /** Sets the entered draft; null for an empty form. */
  show(draft: NewJobDraft | null): void {
    this.#wanted = draft;
    if (this.#isSaved || draft === this.#written) return;
    this.#onState({ isStored: false, problem: null });
    this.#timer ??= setTimeout(this.#flushNow, WRITE_AFTER_MS);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Writes the draft. The next change of the outbox then takes it over. */
  async save(): Promise<void> {
    await this.flush();
    this.#isSaved = true;
  }

  /** Called when the saved draft was refused: the device keeps it as a draft again. */
  async unsave(): Promise<void> {
    this.#isSaved = false;
    this.#written = null;
    await this.flush();
  }

  async remove(): Promise<void> {
    this.#isSaved = false;
    this.#wanted = null;
    await this.flush();
  }

  /** Called when the form closes. Its draft stays on the device. */
  stop(): void {
    this.#release();
    void this.flush();
    document.removeEventListener("visibilitychange", this.#flushIfHidden);
    window.removeEventListener("pagehide", this.#flushNow);
  }

  readonly #flushNow = () => void this.flush();

  readonly #flushIfHidden = () => {
    if (document.visibilityState === "hidden") this.#flushNow();
  };

  async #write(): Promise<void> {
    const wanted = this.#wanted;
    if (this.#isSaved || wanted === this.#written) return;
    try {
      if (wanted === null) await removeDraft(this.#store, this.#id);
      else await writeDraft(this.#store, wanted);
      this.#written = wanted;
      if (this.#wanted === wanted)
        this.#onState({ isStored: true, problem: null });
    } catch (error) {
      // The text is still in the form.
      if (!(error instanceof DeviceStoreError)) throw error;
      this.#onState({ isStored: false, problem: error.message });
    }
  }
}
