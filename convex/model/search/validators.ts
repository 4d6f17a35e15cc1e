import { v } from "convex/values";
import { WORD_KINDS } from "../../../domain/names/namePairs";
import { literals } from "../validators";

/** One of the parts in which a workspace keeps the words of its customers' names (names.ts). */
export const namePartFields = {
  part: v.number(),
  /** Sorted, each once, with their sounds: domain/names/similarNames.ts. */
  words: v.array(v.string()),
};

/** One word of a job or customer (domain/names/search.ts). */
export const wordFields = {
  of: literals(WORD_KINDS),
  /** The word; in a row of two words, followed by the other word (domain/names/namePairs.ts). */
  word: v.string(),
  /** The id of the job or customer, and when it was created. */
  rowId: v.string(),
  createdAt: v.number(),
  /** For a job: its summary, by which a search is sorted. */
  summaryId: v.optional(v.id("jobSummaries")),
  /** All words of the job or customer, so that a search for several words reads the rows of one. */
  text: v.string(),
};

const noteWord = v.optional(v.string());

/** Eight of the words of a job's notes: each has an index, so a word is found in any place. */
export const notesFields = {
  jobId: v.id("jobs"),
  /** When the job was created. */
  createdAt: v.number(),
  a: noteWord,
  b: noteWord,
  c: noteWord,
  d: noteWord,
  e: noteWord,
  f: noteWord,
  g: noteWord,
  h: noteWord,
};
