/** Changes of a job's file lists by single files, so that two phones can change one list at once. */
import { movedInList } from "../files/fileOrder";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "../job/jobs";
import { requireJob, type Change } from "./change";
import { fileList } from "./fileLists";
import type { Subject } from "./subjects";

interface FileArgs {
  /** The job's id or client key. */
  readonly id: string;
  readonly field: JobFileField;
  /** The UUID of a batch: photos chosen together, each added by its own call. Undo removes the whole batch. */
  readonly batch?: string | undefined;
}

interface AddFilesArgs extends FileArgs {
  readonly fileIds: readonly string[];
}

interface RemoveFileArgs extends FileArgs {
  readonly fileId: string;
}

interface MoveFileArgs extends RemoveFileArgs {
  /** The file behind which it is moved; null moves it to the start. */
  readonly after: string | null;
}

export const addFiles = {
  ...changeOfList("jobs:addFiles", "", (list, { field, fileIds }: AddFilesArgs) =>
    fileList(field, [...list, ...fileIds]),
  ),
  // A phone that was killed before it stored the response uploads the photo again, as another file.
  isSameById: true,
} satisfies Change<AddFilesArgs>;

/** Removing a file that is not in the list is not an error. */
export const removeFile = changeOfList(
  "jobs:removeFile",
  ": one removed",
  (list, { fileId }: RemoveFileArgs) => list.filter((id) => id !== fileId),
);

/** A file that is not in the list is not an error: somebody removed it meanwhile. */
export const moveFile = changeOfList(
  "jobs:moveFile",
  ": reordered",
  (list, { fileId, after }: MoveFileArgs) => movedInList(list, { moved: fileId, after }),
);

/** `words` say what was done to the list. */
function changeOfList<Call extends `jobs:${string}`, Args extends FileArgs>(
  call: Call,
  words: string,
  next: (list: readonly string[], args: Args) => readonly string[],
) {
  return {
    call,
    batch: ({ batch }) => batch,
    reads: ({ id }) => ({ job: id }),
    apply: (rows, args) => {
      const row = requireJob(rows, args.id);
      const fields = { [args.field]: next(row[args.field], args) };
      return [{ kind: "patch", table: "jobs", row, fields }];
    },
    values: ({ field }) => [field],
    make: (subject: Subject, args: Omit<Args, "id">) => ({
      args: { ...args, id: subject.key } as Args,
      subject,
      field: null,
      label: JOB_FILE_FIELD_LABELS[args.field] + words,
    }),
  } satisfies Change<Args>;
}
