import type { ComponentProps, ReactNode } from "react";
import { flushSync } from "react-dom";
import { FIELDS } from "@domain/calls/fields";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { MoneyInput } from "@/components/ui/MoneyInput";
import { Textarea } from "@/components/ui/Textarea";
import { useJobForm, type ChangeNotice } from "@/job/JobFormContext";
import { describeValue, type JobFieldName, type JobTextFieldName } from "@/job/jobFormFields";
import { focusField } from "../form/unreadableFields";
import { HOLDS_TEXT } from "./useDeferredBlur";
import { LinkButton } from "./links";

interface JobFieldProps {
  readonly name: JobFieldName;
  readonly label?: string;
  readonly hint?: ReactNode;
  /** An error that says what is wrong with the text more precisely than the field's rule does. */
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The label, the error or advice, and the notice that someone else changed the field. */
export function JobField({
  name,
  label = FIELDS[name].label,
  hint,
  problem,
  children,
  ...props
}: JobFieldProps) {
  const { error, advice, status, change } = useJobForm().notes[name] ?? {};
  return (
    <Field
      {...props}
      label={label}
      error={error && (problem ?? error)}
      status={status}
      hint={change ? <ChangeHint {...change} /> : ((advice && (problem ?? advice)) ?? hint)}
    >
      {children}
    </Field>
  );
}

/** Says that somebody else changed the value, under the person's unsaved text or after the person had saved. */
function ChangeHint({ name, by, isMine, value, shows }: ChangeNotice) {
  const { choose, isLocked } = useJobForm();
  const customer = shows?.["customer_name"];
  const text = typeof customer === "string" ? customer : describeValue(name, value);
  return (
    <>
      {by || "Someone"}{" "}
      {isMine
        ? `replaced your “${text || "empty field"}”.`
        : `changed this to “${text}” meanwhile.`}{" "}
      {!(isMine && isLocked) && (
        <LinkButton
          {...(!isMine && HOLDS_TEXT)}
          // Safari does not focus a pressed button: without this, the field would blur and save its text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget: { form } }) => {
            flushSync(() => choose(name, value, shows));
            // The button disappears with its hint.
            if (form) focusField(form.id, name);
          }}
        >
          {isMine ? "Use mine" : "Use theirs"}
        </LinkButton>
      )}
    </>
  );
}

interface TextFieldProps extends Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "placeholder" | "autoFocus" | "autoCapitalize"
> {
  readonly name: JobTextFieldName;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly className?: string;
  /** Formats the text on blur. */
  readonly format?: (text: string) => string;
  /** Links at the end of the field that act on its value. */
  readonly action?: ReactNode;
}

export function TextField({
  name,
  label,
  hint,
  required,
  className,
  format = (text) => text,
  action,
  ...input
}: TextFieldProps) {
  const form = useJobForm();
  return (
    <JobField {...{ name, hint, required, className, ...(label && { label }) }}>
      <div className="flex items-center gap-1">
        <Input
          {...input}
          name={name}
          // The browser would fill in its user's data instead of the customer's.
          autoComplete="off"
          readOnly={form.isLocked}
          value={form.values[name]}
          onFocus={() => form.focus(name)}
          onChange={(event) => form.type(name, event.target.value)}
          onBlur={(event) => form.leave(name, format(event.target.value))}
        />
        {action}
      </div>
    </JobField>
  );
}

export function PriceField() {
  const form = useJobForm();
  return (
    <JobField name="jobs_price">
      <MoneyInput
        name="jobs_price"
        readOnly={form.isLocked}
        value={form.values.jobs_price}
        onFocus={() => form.focus("jobs_price")}
        onType={(text) => form.type("jobs_price", text)}
        onLeave={(text) => form.leave("jobs_price", text)}
      />
    </JobField>
  );
}

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
