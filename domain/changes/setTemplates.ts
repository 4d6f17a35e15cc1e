import type { TypedText } from "../calls/inputLimits";
import { optional, parseInput, refused, type OutputOf } from "../calls/inputRules";
import { clearableText } from "../calls/limitedText";
import { TEMPLATE_FIELDS, TEMPLATE_LABELS, type TemplateField } from "../messages/messageTemplates";
import { templateRefusal } from "../messages/placeholders";
import { nameLine } from "../text/oneLine";
import { textOrNull } from "../text/text";
import type { Change } from "./change";
import { clearNulls, type WithoutNulls } from "./fields";
import type { Write } from "./rows";
import { settingsWithName } from "./setOfficeSettings";

export const LINK_MALFORMED = "Enter a link that begins with https://, or nothing.";

/** The texts that an office changes; null clears one, and a missing one stays. */
export type SetTemplatesArgs = {
  readonly [Field in TemplateField]?: string | null | undefined;
};

/** Changes the office's texts: a missing one stays, and null brings the suggested one back. */
export const setTemplates = {
  call: "messages:setTemplates",
  reads: () => ({}),
  apply: (_rows, args) => {
    const { message_company, ...fields } = templatesOfChange(args);
    const texts: Write = { kind: "set", table: "templates", fields };
    // Earlier releases set the company name with the texts.
    return args.message_company === undefined
      ? [texts]
      : [...settingsWithName({ company_name: message_company }), texts];
  },
  values: Object.keys,
  title: "Messages to customers",
  make: (args: SetTemplatesArgs) => ({
    args,
    subject: { key: "message templates", label: "Messages to customers" },
    field: null,
    label: Object.keys(args)
      .map((field) => TEMPLATE_LABELS[field as TemplateField])
      .join(", "),
  }),
} satisfies Change<SetTemplatesArgs>;

interface TextRule {
  readonly read?: (text: string) => string;
  readonly refusalOf?: (text: string) => string | null;
}

function optionalText(field: TypedText, { read = same, refusalOf = () => null }: TextRule) {
  const rule = clearableText(field, (given) => {
    const text = textOrNull(read(given));
    const sentence = text === null ? null : refusalOf(text);
    if (sentence !== null) throw refused(sentence);
    return text;
  });
  return optional(rule);
}

const same = (text: string) => text;

const linkRefusal = (text: string) =>
  /^https?:\/\/[^\s/]+\S*$/.test(text) ? null : LINK_MALFORMED;

const templateInput = Object.fromEntries(
  TEMPLATE_FIELDS.map((field) => [field, optionalText(field, ruleOf(field))]),
) as Record<TemplateField, ReturnType<typeof optionalText>>;

function ruleOf(field: TemplateField): TextRule {
  if (field === "message_company") return { read: nameLine };
  return { refusalOf: field === "message_link" ? linkRefusal : templateRefusal };
}

/**
 * The fields to write; undefined clears one.
 *
 * @throws Refusal for an invalid link, and for a text with a placeholder that nothing fills.
 */
export function templatesOfChange(
  args: SetTemplatesArgs,
): WithoutNulls<OutputOf<typeof templateInput>> {
  return clearNulls(parseInput(templateInput, args));
}
