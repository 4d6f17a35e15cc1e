/** The limits of uploads, apart from the size of one file (images.ts). */

/** The limit of unused upload links of one person. One more replaces the oldest. */
export const MAX_UNUSED_TICKETS = 50;

/**
 * What one workspace may store within an hour, in bytes: 200 photos of the largest accepted size, or 800 as a camera
 * takes them, or thousands as the page compresses them. A crew takes some tens of photos a day.
 */
export const MAX_BYTES_PER_HOUR = 4 * 1024 ** 3;

/** Bytes for texts beyond that limit: a day of photos must not cause a long note to be refused. */
export const TEXT_BYTES_BEYOND = 256 * 1024 ** 2;

/**
 * Changes with fewer bytes are not counted, so that people of an office who type do not wait for each other's count.
 * Their rate limits them: 290 such changes a second would take an hour for the same 4 GiB.
 */
export const COUNTED_CHANGE_BYTES = 4 * 1024;

export const TICKET_REFUSED = "This upload link has been used or is too old. Try the upload again.";

export const TOO_MANY_UPLOADS =
  "Too many of your photos are being uploaded at once. Try again in a moment.";

export const TOO_MANY_BYTES =
  "Your workspace has stored 4 GB of photos, files and texts within an hour. Try again when the hour is over.";
