/** The files of a data folder, besides the folder `files`. */
export const DATA = "data.db";
export const ACCOUNTS = "accounts.db";
export const SECRET = "accounts.secret";
