import * as z from "zod/mini";
import type { LimitedText } from "../inputLimits";
import { limitedText } from "../limitedText";
import { TEMPLATE_FIELDS, type TemplateField } from "../messageKinds";
import { templateRefusal } from "../messages";
import { textOrNull } from "../text";
import { parseInput } from "./change";
import { clearNulls, type WithoutNulls } from "./fields";

export const LINK_MALFORMED =
  "Enter a link that begins with https://, or nothing.";

/** The texts that an office changes; null clears one, and a missing one stays. */
export type SetTemplatesArgs = {
  readonly [Field in TemplateField]?: string | null | undefined;
};

function optionalText(
  field: LimitedText,
  refusalOf: (text: string) => string | null,
) {
  return z.optional(
    z.pipe(
      z.nullable(limitedText(field)),
      z.transform((given, { issues }) => {
        const text = textOrNull(given ?? "");
        const message = text === null ? null : refusalOf(text);
        if (message === null) return text;
        issues.push({ code: "custom", message, input: given });
        return z.NEVER;
      }),
    ),
  );
}

const anyText = () => null;

const linkRefusal = (text: string) =>
  /^https?:\/\/[^\s/]+\S*$/.test(text) ? null : LINK_MALFORMED;

const templateInput = z.object(
  Object.fromEntries(
    TEMPLATE_FIELDS.map((field) => [field, optionalText(field, ruleOf(field))]),
  ) as Record<TemplateField, ReturnType<typeof optionalText>>,
);

function ruleOf(field: TemplateField): (text: string) => string | null {
  if (field === "message_company") return anyText;
  return field === "message_link" ? linkRefusal : templateRefusal;
}

/**
 * The fields to write; undefined clears one.
 *
 * @throws Refusal for a link that is none, and for a text with a placeholder that nothing fills.
 */
export function templatesOfChange(
  args: SetTemplatesArgs,
): WithoutNulls<z.output<typeof templateInput>> {
  return clearNulls(parseInput(templateInput, args));
}
