import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { colorOfLines, lineChoices, lineNameBeside } from "@domain/materials/choices";
import { offersOf, type LineFields } from "@domain/estimate/lines";
import { quantityText } from "@domain/estimate/units";
import { CHANGED_LISTS, MAX_LINES } from "@domain/calls/inputLimits";
import type { NamedColor } from "@domain/stock/inventory";
import { formatMoney } from "@domain/text/money";
import { Plus } from "@/components/icons/firstIcons";
import { Field } from "@/components/ui/Field";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { rovingFocus } from "@/components/ui/rovingFocus";
import { isComposing } from "@/lib/isComposing";
import type { Catalogue } from "@/offline/useCatalogue";
import type { EditSession } from "../form/EditSession";
import { LINE_FIELD } from "../form/editView";

interface AddLineProps {
  readonly session: EditSession;
  readonly catalogue: Catalogue;
  readonly lines: readonly LineFields[];
  /** True if nothing can be added. The typed text can still be read. */
  readonly isLocked: boolean;
  /** Adds the line, and goes to its quantity if the text said none. */
  readonly onAdd: (fields: LineFields, hasQuantity: boolean) => void;
}

/** Adds a line as people say it: "4 out strip miter 6". What else the text can mean is listed below it. */
export function AddLine(props: AddLineProps) {
  const { session, catalogue, lines, isLocked, onAdd } = props;
  const line = useSyncExternalStore(session.subscribe, () => session.state().line);
  const { items, colors, uses } = catalogue;
  const color = colorOfLines(lines);
  const known = { offers: offersOf(items), colors, uses };
  const { choices, problem, hasQuantity } = lineChoices(line.text, known, lines);
  const add = (fields: LineFields | undefined, refusal: string | null) => {
    if (isLocked || line.text.trim() === "") return;
    const isFull = lines.length >= MAX_LINES;
    const error = isFull ? CHANGED_LISTS.lines.sentence : refusal;
    if (error !== null || fields === undefined) {
      session.typeLine(line.text, error);
      return;
    }
    flushSync(() => session.typeLine(""));
    onAdd(fields, hasQuantity);
  };
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls after a row was added above, so that a phone's keyboard does not hide the listed readings.
    if (part.current?.contains(document.activeElement))
      part.current.scrollIntoView({ block: "nearest" });
  }, [lines.length, choices.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event)) return;
    // Prevented without text too: a second Enter would close the dialog.
    event.preventDefault();
    if (!event.repeat) add(choices[0], problem);
  };
  return (
    <div ref={part} className="flex scroll-my-4 flex-col gap-2">
      <Field
        label="Add a row"
        error={line.error}
        // Said before Enter, such as that the color does not come in the size.
        hint={line.text.trim() !== "" && choices.length === 0 ? problem : null}
      >
        <div className="flex items-center gap-1">
          <Input
            name={LINE_FIELD}
            autoComplete="off"
            autoCapitalize="off"
            enterKeyHint="done"
            placeholder="120 6in gutter, or Labor $450"
            readOnly={isLocked}
            value={line.text}
            onChange={({ target }) => session.typeLine(target.value)}
            onKeyDown={onKeyDown}
          />
          <IconButton
            label="Add the row"
            variant="secondary"
            disabled={isLocked}
            // The field keeps the focus, so that the keyboard of a phone stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(choices[0], problem)}
          >
            <Plus aria-hidden="true" />
          </IconButton>
        </div>
      </Field>
      {!isLocked && line.text.trim() !== "" && choices.length > 0 && (
        <div
          ref={rovingFocus}
          role="group"
          aria-label="What it can be"
          className="flex flex-col rounded-xl border border-line p-1"
        >
          {choices.map((fields, at) => (
            <button
              key={at}
              type="button"
              className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 rounded-lg px-3 py-1.5 text-left text-sm hover:bg-hover touch:min-h-11 touch:text-base"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(fields, null)}
            >
              <span className="min-w-0 break-words">{choiceName(fields, color)}</span>
              <span className="shrink-0 text-ink-muted tabular-nums">{amountText(fields)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function choiceName(fields: LineFields, color?: NamedColor): string {
  const name = lineNameBeside(fields, color);
  return fields.unit === undefined ? `Text: “${name}”` : name;
}

/** "4 × $7.80". */
export function amountText({ quantity, unit, price }: LineFields): string {
  const each = price === undefined ? "–" : formatMoney(price);
  return `${quantityText(quantity, unit)} × ${each}`;
}
