import { Textarea } from "@/components/ui/Textarea";
import { useJobForm } from "../JobFormContext";
import { JobField } from "./JobField";

export function NotesField() {
  const form = useJobForm();
  return (
    <JobField name="job_notes">
      <Textarea
        name="job_notes"
        readOnly={form.isLocked}
        value={form.values.job_notes}
        onFocus={() => form.focus("job_notes")}
        onChange={(event) => form.type("job_notes", event.target.value)}
        onBlur={(event) => form.leave("job_notes", event.target.value)}
      />
    </JobField>
  );
}
