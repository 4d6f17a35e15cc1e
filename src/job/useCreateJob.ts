import { useRouter } from "@tanstack/react-router";
import type { OutboxChange } from "convex-outbox";
import { createJob } from "@domain/changes/createJob";
import type { AppError } from "@/lib/appErrors";
import { openJob } from "@/lib/openJob";
import { randomUuid } from "@/lib/randomUuid";
import { thisDevice } from "@/lib/thisDevice";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { openToast } from "@/offline/useSave";
import { showToast } from "@/lib/toasts";
import { toCreateArgs } from "./jobArgs";
import { EMPTY_JOB_FORM } from "./jobFormFields";
import type { NewJobDraft } from "./newJobDraft";
import { usePhotoClient } from "./photos/usePhotos";
import { whileConnected } from "./whileConnected";

type Created =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: AppError;
      /** Takes the refused job out of the outbox. */
      readonly withdraw: () => Promise<unknown>;
    };

interface Creation {
  /** The text of the toast, if no form is open. */
  readonly announcement?: { readonly title: string; readonly detail: string };
  /** Hands the change to the outbox, for a form whose draft is kept on the device. */
  readonly save?: (put: () => Put) => Put;
}

type Put = ReturnType<OutboxControl["put"]>;

/**
 * Creates the job of a draft with the materials of the job that is booked again, and gives it the draft's photos.
 * Resolves with the server's response, or without one if the device keeps the job and there is no signal.
 */
export function useCreateJob() {
  const { put, discard } = useOutbox();
  const { make } = useChange();
  const photos = usePhotoClient();
  const openLater = useOpenLater();

  return async (
    draft: NewJobDraft,
    { announcement, save = (putNow) => putNow() }: Creation = {},
  ): Promise<Created> => {
    const change = creationOf(draft);
    const release = () => void photos.release(draft.id, { ...change.subject, key: draft.id });
    let isOpen = announcement === undefined;
    const { isStored, response } = make(change, {
      name: announcement?.detail ?? (draft.values.customer_name.trim() || "Job"),
      saved: announcement?.title ?? "Job created",
      put: (made) =>
        save(() => {
          const kept = put(made);
          const { brings } = draft;
          const { at, subject } = made;
          if (brings) put({ ...brings, id: randomUuid(), at, subject });
          return kept;
        }),
      open: openLater(draft.id),
      shows: ({ field }) => isOpen && field !== undefined && field in EMPTY_JOB_FORM,
    });
    const result = await whileConnected(response);
    isOpen = false;
    if (result === null || result.ok) release();
    if (result === null) {
      const title = (await isStored)
        ? `Kept on ${thisDevice()}`
        : `Not stored on ${thisDevice()} yet`;
      showToast("message", title, {
        description: "The job is sent when the signal is back.",
        ...openToast(openLater(draft.id)),
      });
      return { ok: true };
    }
    if (result.ok) return { ok: true };
    // The draft leaves the store as the change enters it, and must not be written before.
    await isStored;
    return {
      ok: false,
      error: result.error,
      withdraw: async () => {
        // In this order: without the creation, its photos would be sent.
        await photos.hold(draft.id);
        await discard(change.id);
      },
    };
  };
}

/** Opens a job by its client key, from a toast that stays after the dialog has closed. */
function useOpenLater() {
  // Without a router, as in a test of a screen alone, does nothing.
  const router = useRouter({ warn: false });
  return (key: string) => () => openJob(key, (options) => void router.navigate(options));
}

export function creationOf(draft: NewJobDraft): OutboxChange {
  const { id: clientKey, values, chosen } = draft;
  const args = { ...toCreateArgs(values, {}, chosen), clientKey };
  return newChange(createJob, args, chosen);
}
