import { useState } from "react";
import { MESSAGE_LABELS, type MessageKind } from "@domain/messages/messageKinds";
import type { MessageTemplates } from "@domain/messages/messageTemplates";
import { DEFAULT_MINUTES_AWAY, messageText, offeredMessages } from "@domain/job/messages";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { formatPhone } from "@domain/customer/phone";
import { Button } from "@/components/ui/Button";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import type { MessageRequest } from "@/lib/openMessages";
import { useNow } from "@/lib/useNow";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { MessagePanel } from "./MessagePanel";
import { OfficeTextsPanel } from "./OfficeTextsPanel";
import { useMessageTemplates } from "./useMessageTemplates";

interface MessagesDialogProps {
  readonly request: MessageRequest;
  readonly onClose: () => void;
}

/** The filled-in messages to one customer: the list, one message at a time, or the office's own texts. */
export function MessagesDialog({ request, onClose }: MessagesDialogProps) {
  const templates = useMessageTemplates();
  const settings = useOfficeSettings();
  return (
    <DialogFrame size="large">
      {templates === undefined || settings === undefined ? (
        <DialogPanel title={`Text ${request.name}`} onClose={onClose}>
          <div className="flex min-h-40 items-center justify-center">
            <LoadingData what="What your office writes" />
          </div>
        </DialogPanel>
      ) : (
        <Messages {...{ request, onClose, templates, settings }} />
      )}
    </DialogFrame>
  );
}

type MessagesProps = MessagesDialogProps & {
  readonly templates: MessageTemplates;
  readonly settings: OfficeSettings;
};

function Messages({ request, templates, settings, onClose }: MessagesProps) {
  const now = useNow();
  const [view, setView] = useState<MessageKind | "list" | "texts">(request.kind ?? "list");
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES_AWAY);
  /** The texts that the person has typed in place of the filled-in ones. */
  const [typed, setTyped] = useState<Partial<Record<MessageKind, string>>>({});
  const backToList = () => setView("list");
  const textOf = (kind: MessageKind) =>
    typed[kind] ??
    messageText(kind, {
      customer: request.name,
      job: request.job,
      company: settings.company_name ?? "",
      templates,
      minutes,
      now,
    });

  if (view === "texts")
    return <OfficeTextsPanel {...{ templates, settings }} onLeave={backToList} />;
  if (view === "list")
    return (
      <DialogPanel
        title={`Text ${request.name}`}
        description={formatPhone(request.phone)}
        onClose={onClose}
      >
        <ul className="-mx-3">
          {offeredMessages(request.job, now).map((kind) => (
            <MessageRow
              key={kind}
              label={MESSAGE_LABELS[kind]}
              text={textOf(kind)}
              onChoose={() => setView(kind)}
            />
          ))}
        </ul>
        <Button variant="ghost" className="mt-2 -ml-4" onClick={() => setView("texts")}>
          Edit what your office writes
        </Button>
      </DialogPanel>
    );
  return (
    <MessagePanel
      kind={view}
      request={request}
      text={textOf(view)}
      isTyped={typed[view] !== undefined}
      minutes={minutes}
      onMinutes={setMinutes}
      onType={(text) => setTyped({ ...typed, [view]: text })}
      onBack={backToList}
      onClose={onClose}
    />
  );
}

interface MessageRowProps {
  readonly label: string;
  readonly text: string;
  readonly onChoose: () => void;
}

function MessageRow({ label, text, onChoose }: MessageRowProps) {
  return (
    <li>
      <button
        type="button"
        className="block min-h-11 w-full rounded-lg px-3 py-2 text-left hover:bg-hover"
        onClick={onChoose}
      >
        <span className="block font-semibold">{label}</span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-ink-muted">
          {text || "Empty: write it yourself."}
        </span>
      </button>
    </li>
  );
}
