import { useState } from "react";
import {
  setTemplates,
  templatesOfChange,
  type SetTemplatesArgs,
} from "@domain/changes/setTemplates";
import { TEXT_LIMITS } from "@domain/inputLimits";
import {
  MESSAGE_KINDS,
  messageTextField,
  TEMPLATE_FIELDS,
  TEMPLATE_LABELS,
  type MessageTemplates,
  type TemplateField,
} from "@domain/messageKinds";
import { SUGGESTED_TEXTS } from "@domain/messages";
import { PLACEHOLDERS } from "@domain/placeholders";
import { Refusal } from "@domain/refusals";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { Textarea } from "@/components/ui/Textarea";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

const FORM_ID = "office-texts";

type Texts = Readonly<Record<TemplateField, string>>;

interface OfficeTextsPanelProps {
  readonly templates: MessageTemplates;
  /** Returns to the messages. */
  readonly onLeave: () => void;
}

/** What the office writes in its messages. Leaving it saves what was typed, as in a job. */
export function OfficeTextsPanel(props: OfficeTextsPanelProps) {
  const form = useOfficeTexts(props);
  const { texts, type, error } = form;
  const fieldProps = (field: TemplateField) => ({
    name: field,
    value: texts[field],
    maxLength: TEXT_LIMITS[field].max,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      type(field, target.value),
  });
  const errorOf = (field: TemplateField) =>
    error?.field === field ? error.message : null;
  return (
    <DialogPanel
      title="What your office writes"
      description="For everyone in your office. An empty message becomes the suggested one again."
      onClose={form.leave}
      footer={
        <>
          <Button variant="ghost" onClick={props.onLeave}>
            Discard
          </Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.leave();
        }}
      >
        <Field
          label={TEMPLATE_LABELS.message_company}
          error={errorOf("message_company")}
        >
          <Input
            autoComplete="organization"
            {...fieldProps("message_company")}
          />
        </Field>
        <Field
          label={TEMPLATE_LABELS.message_link}
          hint="Such as your page for reviews."
          error={errorOf("message_link")}
        >
          <Input
            type="url"
            placeholder="https://"
            autoComplete="off"
            {...fieldProps("message_link")}
          />
        </Field>
        <p className="text-sm text-ink-muted">
          {`Filled in: ${PLACEHOLDERS.map((name) => `{${name}}`).join(" ")}. A sentence is left out where its value is missing.`}
        </p>
        {MESSAGE_KINDS.map(messageTextField).map((field) => (
          <Field
            key={field}
            label={TEMPLATE_LABELS[field]}
            error={errorOf(field)}
          >
            <Textarea {...fieldProps(field)} />
          </Field>
        ))}
      </form>
    </DialogPanel>
  );
}

interface FieldError {
  readonly field: string | undefined;
  readonly message: string;
}

/** The state of the form, and how its texts are saved. */
function useOfficeTexts({ templates, onLeave }: OfficeTextsPanelProps) {
  const { make } = useChange();
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [error, setError] = useState<FieldError | null>(null);
  const saved = shownTexts(templates);
  const changed = changedTexts(templates, typed);
  usePendingWork(changed === null ? null : "unsaved");

  const leave = () => {
    const refused = changed && refusalOf(changed);
    setError(refused);
    if (refused !== null) {
      focusField(refused.field);
      return;
    }
    if (changed !== null)
      void make(newChange(setTemplates, changed), {
        name: "Messages to customers",
      });
    onLeave();
  };
  return {
    texts: { ...saved, ...typed },
    error,
    leave,
    type: (field: TemplateField, text: string) => {
      setTyped({ ...typed, [field]: text });
      setError(null);
    },
  };
}

function suggestedText(field: TemplateField): string {
  const kind = MESSAGE_KINDS.find((each) => messageTextField(each) === field);
  return kind === undefined ? "" : SUGGESTED_TEXTS[kind];
}

function shownTexts(templates: MessageTemplates): Texts {
  return Object.fromEntries(
    TEMPLATE_FIELDS.map((field) => [
      field,
      templates[field] ?? suggestedText(field),
    ]),
  ) as Texts;
}

/** What a save sends: null for an empty text and for the suggested one. Null if nothing was changed. */
function changedTexts(
  templates: MessageTemplates,
  typed: Partial<Texts>,
): SetTemplatesArgs | null {
  const changed = TEMPLATE_FIELDS.flatMap((field) => {
    const given = typed[field];
    if (given === undefined) return [];
    const text = given.trim();
    const own = text === "" || text === suggestedText(field) ? null : text;
    return own === (templates[field] ?? null) ? [] : [[field, own] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** The server's own rule. */
function refusalOf(changed: SetTemplatesArgs): FieldError | null {
  try {
    templatesOfChange(changed);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field, message } = error.data;
    return { field, message };
  }
}

function focusField(name: string | undefined): void {
  const field = document
    .getElementById(FORM_ID)
    ?.querySelector<HTMLElement>(`[name="${name ?? ""}"]`);
  field?.focus();
}
