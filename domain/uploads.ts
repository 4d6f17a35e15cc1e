/** The limits of uploads, apart from the size of one file (images.ts). */

/** Upload links of one person that wait for their file. One more replaces the oldest. */
export const MAX_UNUSED_TICKETS = 50;

/**
 * What one workspace may store within an hour, in bytes: 200 photos of the
 * largest size that is accepted, or 800 as a camera takes them, or thousands as
 * the page makes them smaller. A crew takes some tens of photos a day.
 */
export const MAX_BYTES_PER_HOUR = 4 * 1024 ** 3;

export const TICKET_REFUSED =
  "This upload link has been used or is too old. Try the upload again.";

export const TOO_MANY_UPLOADS =
  "Too many of your photos are being uploaded at once. Try again in a moment.";

export const TOO_MANY_BYTES =
  "Your workspace has uploaded 4 GB of photos and files within an hour. Try again when the hour is over.";
