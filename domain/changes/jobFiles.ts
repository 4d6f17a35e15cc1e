/** Changes of a job's file lists by single files, so that two phones can change one list at once. */
import { movedInList } from "../fileOrder";
import type { JobFileField } from "../jobs";
import { requireJob, type Change } from "./change";
import { fileList } from "./fileLists";

interface FileArgs {
  /** The job's id or client key. */
  readonly id: string;
  readonly field: JobFileField;
}

export interface AddFilesArgs extends FileArgs {
  readonly fileIds: readonly string[];
}

export interface RemoveFileArgs extends FileArgs {
  readonly fileId: string;
}

export interface MoveFileArgs extends RemoveFileArgs {
  /** The file behind which it is moved; null moves it to the start. */
  readonly after: string | null;
}

export const addFiles = changeOfList<AddFilesArgs>(
  "jobs:addFiles",
  (list, { field, fileIds }) => fileList(field, [...list, ...fileIds]),
);

/** Removing a file that is not in the list is not an error. */
export const removeFile = changeOfList<RemoveFileArgs>(
  "jobs:removeFile",
  (list, { fileId }) => list.filter((id) => id !== fileId),
);

/** A file that is not in the list is not an error: somebody removed it meanwhile. */
export const moveFile = changeOfList<MoveFileArgs>(
  "jobs:moveFile",
  (list, { fileId, after }) => movedInList(list, { moved: fileId, after }),
);

function changeOfList<Args extends FileArgs>(
  call: Change<Args>["call"],
  next: (list: readonly string[], args: Args) => readonly string[],
): Change<Args> {
  return {
    call,
    reads: ({ id }) => ({ job: id }),
    apply: (rows, args) => {
      const row = requireJob(rows, args.id);
      const fields = { [args.field]: next(row[args.field], args) };
      return [{ kind: "patch", table: "jobs", row, fields }];
    },
  };
}
