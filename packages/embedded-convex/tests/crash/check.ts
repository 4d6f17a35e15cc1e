/** Compares the stored state with what the server acknowledged to the clients. Each violation is one sentence. */
import type { Ledger, MessageRecord } from "./ledger";
import type { Row, StoredState } from "./storedState";

/** Of one channel, while no client is working. */
export function channelViolations(ledger: Ledger, state: StoredState): string[] {
  const rows = state.rows("messages").filter(({ channel }) => channel === ledger.channel);
  const reminders = rows.filter(({ author }) => author === "Reminder");
  const messages = rows.filter(({ author }) => author !== "Reminder");
  return [
    ...ledger.errors.map((error) => `A client received an error: ${error}`),
    ...messageViolations(ledger, messages),
    ...reminderViolations(ledger, reminders),
    ...countViolations(ledger, rows, state),
    ...fileViolations(ledger, messages, state),
  ];
}

function messageViolations(ledger: Ledger, rows: readonly Row[]): string[] {
  const byText = new Map<string, Row[]>();
  for (const row of rows) {
    const text = originalText(String(row.body));
    byText.set(text, [...(byText.get(text) ?? []), row]);
  }
  const found = ledger.messages.flatMap((message) =>
    messageViolation(message, byText.get(message.text) ?? []),
  );
  const sent = new Set(ledger.messages.map(({ text }) => text));
  for (const text of byText.keys())
    if (!sent.has(text)) found.push(`No client sent the message ${text}.`);
  return found;
}

/** An edit appends to the text, which identifies the message. */
export function edited(text: string, edit: number): string {
  return `${text} (edit ${edit})`;
}

function originalText(body: string): string {
  return body.replace(/ \(edit \d+\)$/, "");
}

function messageViolation(message: MessageRecord, rows: readonly Row[]): string[] {
  const [row] = rows;
  const name = `The message ${message.text} (${message.state})`;
  if (rows.length > 1) return [`${name} is stored ${rows.length} times.`];
  switch (message.state) {
    case "sent":
      return [`${name} has no response.`];
    case "unknown":
      return [];
    case "deleted":
      return row === undefined ? [] : [`${name} is stored.`];
    case "exists":
      break;
  }
  if (row === undefined) return [`${name} is not stored.`];
  const found: string[] = [];
  if (row._id !== message.id) found.push(`${name} has the id ${row._id}, not ${message.id}.`);
  if (row.body !== message.body)
    found.push(`${name} is "${String(row.body)}", not "${message.body}".`);
  if ((row.file ?? null) !== message.file)
    found.push(`${name} has another file than the one sent with it.`);
  return found;
}

/** A scheduled mutation runs exactly once. */
function reminderViolations(ledger: Ledger, rows: readonly Row[]): string[] {
  const posted = rows.map(({ body }) => String(body)).sort();
  const scheduled = [...ledger.reminders].sort();
  return posted.join() === scheduled.join()
    ? []
    : [`${scheduled.length} reminders led to ${posted.length} messages.`];
}

/** Each message and its part of the count were written in one transaction. */
function countViolations({ channel }: Ledger, rows: readonly Row[], state: StoredState): string[] {
  const counted = state
    .rows("channels")
    .filter(({ name }) => name === channel)
    .map(({ messages }) => Number(messages));
  return counted.length === 1 && counted[0] === rows.length
    ? []
    : [`${rows.length} messages are counted as ${counted.join()}.`];
}

function fileViolations(ledger: Ledger, rows: readonly Row[], state: StoredState): string[] {
  const sha256 = new Map(state.rows("_storage").map((file) => [file._id, file.sha256]));
  return rows
    .filter(({ file }) => file !== undefined)
    .map(({ file }) => String(file))
    .filter((file) => sha256.get(file) !== ledger.uploads.get(file))
    .map((file) => `The file ${file} is not the one that was uploaded.`);
}

/** Of all channels: a file without a message is one whose upload had no response. */
export function unusedFileViolations(ledgers: readonly Ledger[], state: StoredState): string[] {
  const used = state.rows("messages").filter(({ file }) => file !== undefined);
  const unused = state.rows("_storage").length - used.length;
  const broken = ledgers.reduce((sum, one) => sum + one.brokenUploads, 0);
  return unused <= broken
    ? []
    : [`${unused} files have no message after ${broken} broken uploads.`];
}

/** Of the data folder: every file has its bytes; after the sweep at the start, no bytes are without a file. */
export function storageViolations(state: StoredState): string[] {
  const blobs = state.rows("_storage_blobs");
  const blobOf = new Map(blobs.map(({ storageId, blobId }) => [storageId, String(blobId)]));
  const found = state.rows("_storage").flatMap(({ _id, sha256 }) => {
    const bytes = state.blobs.get(blobOf.get(_id) ?? "");
    if (bytes === undefined) return [`The file ${_id} has no bytes.`];
    return bytes === sha256 ? [] : [`The bytes of the file ${_id} changed.`];
  });
  if (blobs.length !== state.rows("_storage").length)
    found.push("The tables _storage and _storage_blobs differ in length.");
  const owned = new Set(blobOf.values());
  for (const blobId of state.blobs.keys())
    if (!owned.has(blobId)) found.push(`The bytes ${blobId} have no file.`);
  for (const name of state.incoming) found.push(`The partial upload ${name} remained.`);
  return found;
}
