import { useState } from "react";
import {
  setOfficeSettings,
  settingsOfChange,
} from "@domain/changes/setOfficeSettings";
import {
  setTemplates,
  templatesOfChange,
  type SetTemplatesArgs,
} from "@domain/changes/setTemplates";
import { TYPED_TEXTS } from "@domain/inputLimits";
import { MESSAGE_KINDS, messageTextField } from "@domain/messageKinds";
import {
  TEMPLATE_FIELDS,
  TEMPLATE_LABELS,
  type MessageTemplates,
  type TemplateField,
} from "@domain/messageTemplates";
import { SUGGESTED_TEXTS } from "@domain/messages";
import { SETTING_LABELS, type OfficeSettings } from "@domain/officeSettings";
import { PLACEHOLDERS } from "@domain/placeholders";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { Textarea } from "@/components/ui/Textarea";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { refusalOf, type FieldError } from "@/lib/fieldError";
import { HourFields } from "./HourFields";
import { changedSettings, shownSettings } from "./typedSettings";

const FORM_ID = "office-texts";

type TextField = Exclude<TemplateField, "message_company">;

const TEXT_FIELDS = TEMPLATE_FIELDS.filter(
  (field) => field !== "message_company",
);

type FieldName = TextField | keyof ReturnType<typeof shownSettings>;

type Texts = Readonly<Record<TextField, string>>;

type Typed = Readonly<Partial<Record<FieldName, string>>>;

interface OfficeTextsPanelProps {
  readonly templates: MessageTemplates;
  readonly settings: OfficeSettings;
  /** Returns to the messages. */
  readonly onLeave: () => void;
}

/** What the office writes in its messages. Leaving it saves what was typed, as in a job. */
export function OfficeTextsPanel(props: OfficeTextsPanelProps) {
  const form = useOfficeTexts(props);
  const { texts, type, error } = form;
  const fieldProps = (field: FieldName) => ({
    name: field,
    value: texts[field],
    maxLength:
      field in TYPED_TEXTS ? TYPED_TEXTS[field as TextField].max : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      type(field, target.value),
  });
  const errorOf = (field: FieldName) =>
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
          label={SETTING_LABELS.company_name}
          error={errorOf("company_name")}
        >
          <Input autoComplete="organization" {...fieldProps("company_name")} />
        </Field>
        <HourFields texts={texts} errorOf={errorOf} onType={type} />
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

/** The state of the form, and how its texts are saved. */
function useOfficeTexts(props: OfficeTextsPanelProps) {
  const { templates, settings, onLeave } = props;
  const { make } = useChange();
  const [typed, setTyped] = useState<Typed>({});
  const [error, setError] = useState<FieldError | null>(null);
  const saved = { ...shownTexts(templates), ...shownSettings(settings) };
  const options = changedSettings(settings, typed);
  const texts = changedTexts(templates, typed);
  usePendingWork(options === null && texts === null ? null : "unsaved");

  const leave = () => {
    const refused = refusalOf(() => {
      settingsOfChange(options ?? {});
      templatesOfChange(texts ?? {});
    });
    setError(refused);
    if (refused !== null) {
      focusField(refused.field);
      return;
    }
    if (options !== null)
      make(newChange(setOfficeSettings, options), { name: "Office settings" });
    if (texts !== null)
      make(newChange(setTemplates, texts), { name: "Messages to customers" });
    onLeave();
  };
  return {
    texts: { ...saved, ...typed },
    error,
    leave,
    type: (field: FieldName, text: string) => {
      setTyped({ ...typed, [field]: text });
      setError(null);
    },
  };
}

function suggestedText(field: TextField): string {
  const kind = MESSAGE_KINDS.find((each) => messageTextField(each) === field);
  return kind === undefined ? "" : SUGGESTED_TEXTS[kind];
}

function shownTexts(templates: MessageTemplates): Texts {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [
      field,
      templates[field] ?? suggestedText(field),
    ]),
  ) as Texts;
}

/** What a save sends: null for an empty text and for the suggested one. Null if nothing was changed. */
function changedTexts(
  templates: MessageTemplates,
  typed: Typed,
): SetTemplatesArgs | null {
  const changed = TEXT_FIELDS.flatMap((field) => {
    const given = typed[field];
    if (given === undefined) return [];
    const text = given.trim();
    const own = text === "" || text === suggestedText(field) ? null : text;
    return own === (templates[field] ?? null) ? [] : [[field, own] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function focusField(name: string | undefined): void {
  const field = document
    .getElementById(FORM_ID)
    ?.querySelector<HTMLElement>(`[name="${name ?? ""}"]`);
  field?.focus();
}
