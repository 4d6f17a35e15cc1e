import type { OutboxItem } from "convex-outbox";
import type { JobFileField } from "@domain/job/jobs";

/** The job that photos belong to. */
export interface PhotoSubject {
  /** The job's id, or the client key of a job made on this device. */
  readonly key: string;
  /** The name of the job for people, such as "612 Oak Street". */
  readonly label: string;
  /** The customer's name. Rows of earlier releases have none. */
  readonly customer?: string;
}

type PhotoState =
  /** Not uploaded, as far as this device knows. */
  | { readonly kind: "waiting" }
  /** The server has the file. The photo is saved once the change is sent that adds the file to the job. */
  | { readonly kind: "attaching"; readonly fileId: string }
  /**
   * The server refuses the file. Rows of earlier releases have no code, and may
   * contain a proxy's response: they can be retried.
   */
  | {
      readonly kind: "refused";
      readonly code?: string;
      readonly message: string;
    };

/**
 * A photo that the job does not have yet, as stored on the device. Rows of
 * earlier releases are read too: fields may be added to this type, but none may
 * be removed or change its meaning.
 */
export interface KeptPhoto {
  readonly kind: "kept";
  /** A UUID. Also the key of its bytes: see `bytesKey`. */
  readonly id: string;
  readonly subject: PhotoSubject;
  /** True while the job is being entered: the photo is not sent until the job is saved. */
  readonly isHeld: boolean;
  readonly field: JobFileField;
  readonly name: string;
  /** The MIME type of the picture that is uploaded. */
  readonly type: string;
  /** The device's clock when the photo was chosen, in ms since 1970. */
  readonly at: number;
  /** A UUID: photos that were chosen together are one step of undo. Earlier releases had none. */
  readonly batch?: string;
  /** Photos are sent in this order. Not a time: clocks jump. */
  readonly order: number;
  readonly state: PhotoState;
  /**
   * What is known of the change that adds the file. Rows of earlier releases have none, because those releases put this
   * change into the outbox.
   */
  readonly change?: Pick<OutboxItem, "at" | "epoch" | "attempts" | "state">;
}

/** A photo that could not be added to its job. */
export interface FailedPhoto extends Pick<KeptPhoto, "subject" | "field" | "name"> {
  readonly message: string;
}

/**
 * The person opened the camera or the gallery for these photos. Android may end
 * the browser meanwhile: a row that a page finds at its start says that a photo
 * may be missing.
 */
export interface ExpectedPhotos {
  readonly kind: "expected";
  readonly id: string;
  readonly subject: PhotoSubject;
  /** True while the job is being entered, as in KeptPhoto. */
  readonly isHeld: boolean;
  readonly field: JobFileField;
  readonly at: number;
}

export type PhotoRow = KeptPhoto | ExpectedPhotos;

/** A photo's bytes: what is uploaded, and the thumbnail, a JPEG. */
export interface PhotoBytes {
  readonly picture: ArrayBuffer;
  /** Null if the browser could not make one. */
  readonly thumbnail: ArrayBuffer | null;
}

export function bytesKey(photoId: string, part: keyof PhotoBytes): string {
  return `${photoId}/${part}`;
}
