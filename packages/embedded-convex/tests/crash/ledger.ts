/**
 * What the server acknowledged to the clients of one channel. check.ts compares it with the stored state. Every request is
 * identified by the text of its message.
 */

/** `unknown`: the client closed before the response, so the mutation ran once or not at all. */
type MessageState = "sent" | "exists" | "deleted" | "unknown";

export interface MessageRecord {
  /** As first sent. */
  readonly text: string;
  state: MessageState;
  id: string;
  /** As last edited. */
  body: string;
  file: string | null;
}

export class Ledger {
  readonly messages: MessageRecord[] = [];
  /** SHA-256 in base64 of acknowledged uploads, by the id of the stored file. */
  readonly uploads = new Map<string, string>();
  /** Uploads without a response: the file may be stored, without a message. */
  brokenUploads = 0;
  /** The texts of acknowledged reminders. */
  readonly reminders = new Set<string>();
  /** Errors in response to valid requests. */
  readonly errors: string[] = [];

  constructor(readonly channel: string) {}

  message(text: string, file: string | null = null): MessageRecord {
    const message: MessageRecord = {
      text,
      state: "sent",
      id: "",
      body: text,
      file,
    };
    this.messages.push(message);
    return message;
  }
}
