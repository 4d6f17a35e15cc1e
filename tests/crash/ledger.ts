export interface AnsweredCall {
  readonly name: string;
  readonly args: Record<string, unknown> & { readonly intentId: string };
  readonly result: unknown;
}

/** What the server acknowledged to the clients of one workspace. */
export class Ledger {
  readonly workspaceId: string;
  /** By address: the id, and the stored file on it. */
  readonly jobs = new Map<string, { id: string; photo: string | null }>();
  /** SHA-256 in base64, by the id of the stored file. */
  readonly uploads = new Map<string, string>();
  /** Uploads without a response. */
  brokenUploads = 0;
  /** A customer with so many jobs that a new name reaches them by scheduled functions. */
  readonly regular = { id: "", name: "Regular 0", renames: 0 };
  color = "";
  /** The movements of the color, each of one. */
  stock = 0;
  /** Calls with an intent that the server answered: sent again, they have the same result and do nothing. */
  readonly answered: AnsweredCall[] = [];
  readonly accounts = new Set<string>();
  readonly errors: string[] = [];

  constructor(workspaceId: string) {
    this.workspaceId = workspaceId;
  }
}
