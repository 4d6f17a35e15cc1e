/** A field of a job, "Gate code", by the recipe of CONTRIBUTING.md: each line, and the one that it follows. */
export const EDITS = [
  {
    file: "domain/fields.ts",
    below: '  job_city: { label: "City", max: 100, of: "the city" },',
    line: '  job_gate_code: { label: "Gate code", max: 20, of: "the gate code" },',
  },
  {
    file: "domain/jobInput.ts",
    below: "  job_city: z.optional(city),",
    line: '  job_gate_code: z.optional(z.nullable(limitedText("job_gate_code"))),',
  },
  {
    file: "convex/model/jobs/validators.ts",
    below: "  job_city: v.optional(v.string()),",
    line: "  job_gate_code: v.optional(v.string()),",
  },
  {
    file: "src/features/jobs/jobFormFields.ts",
    below: "  job_city: text,",
    line: "  job_gate_code: text,",
  },
  {
    file: "src/features/jobs/JobFormLayout.tsx",
    below: '        <TextField name="job_city" />',
    line: '        <TextField name="job_gate_code" />',
  },
] as const;
