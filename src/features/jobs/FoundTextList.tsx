import { flushSync } from "react-dom";
import { FIELDS } from "@domain/fields";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { describeTyped } from "./jobForm";
import type { JobFieldName } from "./jobFormFields";
import type { FoundTexts } from "./useTypedTexts";

interface FoundTextListProps {
  readonly found: FoundTexts;
  readonly isLocked: boolean;
  /** Called when the text is in its field, where the person can change and save it. */
  readonly onUsed: (name: JobFieldName) => void;
}

/** Texts that were typed in this job before and not saved. Closing the job neither uses nor discards them. */
export function FoundTextList({ found, isLocked, onUsed }: FoundTextListProps) {
  if (found.texts.length === 0) return null;
  return (
    <section
      aria-label="Typed before"
      className="mb-5 flex flex-col gap-2 rounded-xl bg-info-tint px-4 py-3 text-sm text-info-ink"
    >
      <p>You typed this before, and it was not saved:</p>
      <ul className="flex flex-col gap-2">
        {found.texts.map((text) => (
          <li
            key={text.row.key}
            className="flex flex-wrap items-center justify-end gap-2"
          >
            <p className="min-w-0 grow basis-60 break-words whitespace-pre-wrap">
              <span className="font-medium">{FIELDS[text.name].label}:</span>{" "}
              {describeTyped(text.row)}
            </p>
            <ConfirmButton
              confirmLabel="Discard this text?"
              onConfirm={() => found.discard(text)}
            >
              Discard
            </ConfirmButton>
            <Button
              disabled={isLocked}
              onClick={() => {
                flushSync(() => found.use(text));
                onUsed(text.name);
              }}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
