import { textRefusal, TYPED_TEXTS, type TypedText } from "./inputLimits";
import { nullable, refused, type Rule } from "./inputRules";

const TEXT_REQUIRED = "Enter a text.";

/** A text of at most its field's length. */
export function limitedText(field: TypedText): Rule<string, string> {
  return (value: unknown) => {
    if (typeof value !== "string") throw refused(TEXT_REQUIRED);
    const sentence = textRefusal(TYPED_TEXTS[field], value);
    if (sentence !== null) throw refused(sentence);
    return value;
  };
}

/** A text as `read` returns it; an empty one is refused with `sentence`. */
export function requiredText(
  field: TypedText,
  sentence: string,
  read: (text: string) => string,
): Rule<string, string> {
  const limited = limitedText(field);
  return (value: unknown) => {
    const text = typeof value === "string" ? read(value) : "";
    if (text === "") throw refused(sentence);
    return limited(text);
  };
}

/** A text as `read` returns it: null if it is blank. Null clears the field. */
export function clearableText<Stored extends string>(
  field: TypedText,
  read: (text: string) => Stored | null,
): Rule<string | null, Stored | null> {
  const limited = limitedText(field);
  return nullable((text) => read(limited(text)));
}
