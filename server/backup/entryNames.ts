/** The files of a data folder, besides the folder `files`. */
export const DATA = "data.db";
export const ACCOUNTS = "accounts.db";
export const SECRET = "accounts.secret";

/** The newest `user_version` of the accounts. Incremented by each change that an older server cannot read. */
export const ACCOUNTS_FORMAT = 2;
