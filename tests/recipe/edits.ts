export interface Edit {
  readonly file: string;
  readonly below: string;
  readonly line: string;
}

/** A recipe of CONTRIBUTING.md: each line that it adds, and the one that it follows. */
interface Recipe {
  readonly adds: string;
  readonly edits: readonly Edit[];
  /** New files, by the texts beside this one. */
  readonly files: Readonly<Record<string, string>>;
  readonly test: string;
}

const FIELD: readonly Edit[] = [
  {
    file: "domain/calls/fields.ts",
    below: '  job_city: { label: "City", max: 100, of: "the city" },',
    line: '  job_gate_code: { label: "Gate code", max: 20, of: "the gate code" },',
  },
  {
    file: "domain/job/jobInput.ts",
    below: "  job_status: optional(readStatus),",
    line: '  job_gate_code: optional(clearableText("job_gate_code", textOrNull)),',
  },
  {
    file: "convex/model/jobs/validators.ts",
    below: "  job_city: v.optional(v.string()),",
    line: "  job_gate_code: v.optional(v.string()),",
  },
  {
    file: "src/job/jobFormFields.ts",
    below: "  job_city: line,",
    line: "  job_gate_code: line,",
  },
  {
    file: "src/features/jobs/JobFormLayout.tsx",
    below: '        <TextField name="job_city" />',
    line: '        <TextField name="job_gate_code" />',
  },
  {
    file: "tests/src/features/jobs.calls.test.tsx",
    below: '  job_notes: ["Dog", "Dog", "Gate 4417"],',
    line: '  job_gate_code: ["5528", "5528", null],',
  },
  {
    file: "tests/src/features/jobs/form/EditSession.closing.test.ts",
    below: '  job_notes: { typed: "Gate code 4417.", office: "Of the office" },',
    line: '  job_gate_code: { typed: "5528", office: "4417" },',
  },
];

const CHANGE: readonly Edit[] = [
  {
    file: "domain/changes/ofJobs.ts",
    below: 'import { setStatuses } from "./setStatuses";',
    line: 'import { unschedule } from "./unschedule";',
  },
  {
    file: "domain/changes/ofJobs.ts",
    below: "  setStatuses,",
    line: "  unschedule,",
  },
  {
    file: "convex/jobs.ts",
    below: 'import { updateJob } from "../domain/changes/updateJob";',
    line: 'import { unschedule as unscheduleChange } from "../domain/changes/unschedule";',
  },
  {
    file: "convex/jobs.ts",
    below: "  args: { ...fileListArgs, fileId, after: v.nullable(fileId) },\n});",
    line: "\nexport const unschedule = mutationOf(unscheduleChange, {\n  args: { id: v.string() },\n});",
  },
  {
    file: "src/features/palette/useJobActions.ts",
    below: 'import { dayKeyOf, monthOf } from "@domain/dates/days";',
    line: 'import { unschedule } from "@domain/changes/unschedule";\nimport { newChange } from "@/offline/outbox/newChange";',
  },
  {
    file: "src/features/palette/useJobActions.ts",
    below: "      ...placeEntries(job, go),",
    line: [
      "      {",
      '        id: "do unschedule",',
      '        label: "Take off the calendar",',
      '        words: "dates visits",',
      "        choose: () => {",
      "          make(newChange(unschedule, job), { name: job.customer_name });",
      "        },",
      "      },",
    ].join("\n"),
  },
];

export const RECIPES: readonly Recipe[] = [
  {
    adds: "The field job_gate_code",
    edits: FIELD,
    files: {},
    test: "gateCode.test.ts",
  },
  {
    adds: "The change jobs:unschedule",
    edits: CHANGE,
    files: { "domain/changes/unschedule.ts": "unschedule.ts.txt" },
    test: "unschedule.test.ts",
  },
];

/** The files that a recipe adds, its test too, each with the name of its text beside this file. */
export function addedFiles({ files, test }: Recipe): readonly (readonly [string, string])[] {
  return [...Object.entries(files), [`tests/convex/${test}`, `${test}.txt`]];
}

/** Throws if the line to add below does not stand exactly once in the text. */
export function withEdit(text: string, { file, below, line }: Edit): string {
  const parts = text.split(`${below}\n`);
  if (parts.length !== 2)
    throw new Error(`${file} contains this ${parts.length - 1} times: ${below}`);
  return parts.join(`${below}\n${line}\n`);
}
