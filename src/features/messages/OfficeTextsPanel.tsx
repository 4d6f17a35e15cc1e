import {
  setTemplates,
  templatesOfChange,
  type SetTemplatesArgs,
} from "@domain/changes/setTemplates";
import { MESSAGE_KINDS, messageTextField } from "@domain/messages/messageKinds";
import {
  TEMPLATE_FIELDS,
  TEMPLATE_LABELS,
  type MessageTemplates,
  type TemplateField,
} from "@domain/messages/messageTemplates";
import { SUGGESTED_TEXTS } from "@domain/job/messages";
import { SETTING_LABELS, type OfficeSettings } from "@domain/job/officeSettings";
import { PLACEHOLDERS } from "@domain/messages/placeholders";
import { Field } from "@/components/ui/Field";
import { FormPanel } from "@/components/ui/FormPanel";
import { Input } from "@/components/ui/Input";
import { Textarea } from "@/components/ui/Textarea";
import { newChange } from "@/offline/outbox/newChange";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";
import { HourFields } from "./HourFields";
import { changedSettings, shownSettings } from "./typedSettings";

type TextField = Exclude<TemplateField, "message_company">;

const TEXT_FIELDS = TEMPLATE_FIELDS.filter((field) => field !== "message_company");

type Texts = Readonly<Record<TextField, string>>;

interface OfficeTextsPanelProps {
  readonly templates: MessageTemplates;
  readonly settings: OfficeSettings;
  /** Returns to the messages. */
  readonly onLeave: () => void;
}

/** The texts that the office writes for its messages. */
export function OfficeTextsPanel(props: OfficeTextsPanelProps) {
  const { templates, settings, onLeave } = props;
  const form = useSettingsForm({
    shown: { ...shownTexts(templates), ...shownSettings(settings) },
    changesOf: (typed) => [
      ...changesOfSettings("Office settings", changedSettings(settings, typed)),
      ...changesOfTexts(templates, typed),
    ],
    onLeave,
  });
  const { texts, type, errorOf, propsOf } = form;
  return (
    <FormPanel
      form={form}
      title="What your office writes"
      description="For everyone in your office. An empty message becomes the suggested one again."
      className="flex flex-col gap-4"
    >
      <Field label={SETTING_LABELS.company_name} error={errorOf("company_name")}>
        <Input autoComplete="organization" {...propsOf("company_name")} />
      </Field>
      <HourFields {...{ texts, errorOf }} onType={type} />
      <Field
        label={TEMPLATE_LABELS.message_link}
        hint="Such as your page for reviews."
        error={errorOf("message_link")}
      >
        <Input type="url" placeholder="https://" autoComplete="off" {...propsOf("message_link")} />
      </Field>
      <p className="text-sm text-ink-muted">
        {`Filled in: ${PLACEHOLDERS.map((name) => `{${name}}`).join(" ")}. A sentence is left out where its value is missing.`}
      </p>
      {MESSAGE_KINDS.map(messageTextField).map((field) => (
        <Field key={field} label={TEMPLATE_LABELS[field]} error={errorOf(field)}>
          <Textarea {...propsOf(field)} />
        </Field>
      ))}
    </FormPanel>
  );
}

function suggestedText(field: TextField): string {
  const kind = MESSAGE_KINDS.find((each) => messageTextField(each) === field);
  return kind === undefined ? "" : SUGGESTED_TEXTS[kind];
}

function shownTexts(templates: MessageTemplates): Texts {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, templates[field] ?? suggestedText(field)]),
  ) as Texts;
}

/** A save sends null for an empty text and for the suggested one. */
function changesOfTexts(templates: MessageTemplates, typed: Partial<Texts>) {
  const changed = TEXT_FIELDS.flatMap((field) => {
    const given = typed[field];
    if (given === undefined) return [];
    const text = given.trim();
    const own = text === "" || text === suggestedText(field) ? null : text;
    return own === (templates[field] ?? null) ? [] : [[field, own] as const];
  });
  if (changed.length === 0) return [];
  const args: SetTemplatesArgs = Object.fromEntries(changed);
  return [
    {
      name: "Messages to customers",
      check: () => templatesOfChange(args),
      make: () => newChange(setTemplates, args),
    },
  ];
}
