/** What a data folder keeps under which name, beside its `files`. */
export const DATA = "data.db";
export const ACCOUNTS = "accounts.db";
export const SECRET = "accounts.secret";
