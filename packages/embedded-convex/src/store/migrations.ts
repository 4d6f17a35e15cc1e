/**
 * The database format as a list of migrations. `user_version` is the number of migrations applied.
 * Invariant: a released migration is never edited; a change is a new migration.
 *
 * Documents are stored whole, as JSON in Convex's encoding. `index_entries` holds one row per entry of
 * every index (one table per index was measured and is not faster); key bytes sort in Convex's value
 * order, and `document` references `documents.row`.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    ts INTEGER NOT NULL,
    creation_time REAL NOT NULL
  ) STRICT;
  INSERT INTO state VALUES (1, 0, 0);

  CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- The validator that every document of the table was found to meet, as JSON.
    validator TEXT
  ) STRICT;

  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_number INTEGER NOT NULL REFERENCES tables (number),
    name TEXT NOT NULL,
    -- JSON: {"fields": [...]} or {"searchField": "...", "filterFields": [...]}
    definition TEXT NOT NULL,
    UNIQUE (table_number, name)
  ) STRICT;

  CREATE TABLE documents (
    row INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    id TEXT NOT NULL,
    size INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX documents_by_id ON documents (table_number, id);

  CREATE TABLE index_entries (
    index_id INTEGER NOT NULL,
    key BLOB NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (index_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session_requests (
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    ts INTEGER NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (session, request)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_requests_by_ts ON session_requests (ts);
  `,
  `
  -- Call fingerprint: function and caller. NULL in older rows, which therefore match no call.
  ALTER TABLE session_requests ADD COLUMN asked TEXT;
  `,
];

/** The `user_version` that this version of the runtime writes. */
export const DATABASE_FORMAT = MIGRATIONS.length;
