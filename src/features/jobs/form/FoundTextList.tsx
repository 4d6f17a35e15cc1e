import { flushSync } from "react-dom";
import { FIELDS } from "@domain/calls/fields";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import type { TypedText } from "@/offline/texts/TypedTexts";
import { describeTyped } from "@/job/jobForm";
import type { JobFieldName } from "@/job/jobFormFields";
import type { EditSession } from "./EditSession";

interface FoundTextListProps {
  readonly session: EditSession;
  readonly texts: readonly TypedText[];
  readonly isLocked: boolean;
  /** Called once the text is in its field, where the person can change and save it. */
  readonly onUsed: (name: JobFieldName) => void;
}

/** Texts that were typed in this job before and not saved. Closing the job neither uses nor discards them. */
export function FoundTextList({ session, texts, isLocked, onUsed }: FoundTextListProps) {
  if (texts.length === 0) return null;
  return (
    <section
      aria-label="Typed before"
      className="mb-5 flex flex-col gap-2 rounded-xl bg-info-tint px-4 py-3 text-sm text-info-ink"
    >
      <p>You typed this before, and it was not saved:</p>
      <ul className="flex flex-col gap-2">
        {texts.map((text) => (
          <li key={text.key} className="flex flex-wrap items-center justify-end gap-2">
            <p className="min-w-0 grow basis-60 break-words whitespace-pre-wrap">
              <span className="font-medium">{FIELDS[text.field as JobFieldName].label}:</span>{" "}
              {describeTyped(text)}
            </p>
            <ConfirmButton confirmLabel="Discard this text?" onConfirm={() => session.drop([text])}>
              Discard
            </ConfirmButton>
            <Button
              disabled={isLocked}
              onClick={() => {
                flushSync(() => session.use(text));
                onUsed(text.field as JobFieldName);
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
