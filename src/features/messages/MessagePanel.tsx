import { useQuery } from "convex/react";
import { useId, type MouseEvent } from "react";
import { api } from "@convex/_generated/api";
import { noteOpened } from "@domain/changes/noteOpened";
import { customerSubject, jobSubject } from "@domain/changes/subjects";
import { MESSAGE_LABELS, type MessageKind } from "@domain/messages/messageKinds";
import { MAX_MESSAGE_LENGTH, MINUTES_AWAY, withMinutes } from "@domain/job/messages";
import { formatPhone } from "@domain/customer/phone";
import { MessageSquare } from "@/components/icons/firstIcons";
import { Copy, Mail } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Chip } from "@/components/ui/Chip";
import { DialogPanel } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Textarea } from "@/components/ui/Textarea";
import { rovingFocus } from "@/components/ui/rovingFocus";
import { mailWithText, textHref } from "@/job/contactLinks";
import { copyText } from "@/lib/copyText";
import type { MessageRequest } from "@/lib/openMessages";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

interface MessagePanelProps {
  readonly kind: MessageKind;
  readonly request: MessageRequest;
  readonly text: string;
  /** Whether the person has typed the text. */
  readonly isTyped: boolean;
  readonly minutes: number;
  readonly onMinutes: (minutes: number) => void;
  readonly onType: (text: string) => void;
  /** Returns to the list, which keeps what was typed. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** One message, which the person may edit before their message app opens with it. */
export function MessagePanel({ onBack, onClose, ...props }: MessagePanelProps) {
  const { kind, request, text, isTyped, minutes } = props;
  const isDesk = useMediaQuery("(pointer: fine) or (width >= 64rem)");
  const noteOpened = useNoteOpened(request, kind);
  const href = textHref(request.phone, text);
  const pickMinutes = (picked: number) => {
    props.onMinutes(picked);
    if (isTyped) props.onType(withMinutes(text, minutes, picked));
  };
  const open = () => {
    noteOpened();
    // Closes after the browser has followed the link. On a desk the text stays, since there may be no message app.
    if (!isDesk) setTimeout(onClose);
  };
  return (
    <DialogPanel
      title={MESSAGE_LABELS[kind]}
      description={`To ${[request.name, formatPhone(request.phone)].filter(Boolean).join(", ")}`}
      // The list keeps a typed text, so that an accidental tap outside does not lose it.
      onClose={isTyped ? onBack : onClose}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onBack}>
            All messages
          </Button>
          {isDesk && <DeskButtons {...props} onOpened={noteOpened} />}
          {href !== null && (
            <a href={href} className={buttonClass("primary")} onClick={open}>
              <MessageSquare aria-hidden="true" />
              Open message app
            </a>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {kind === "on_my_way" && <Minutes value={minutes} onPick={pickMinutes} />}
        <Field label="Message">
          <Textarea
            rows={6}
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            onChange={(event) => props.onType(event.target.value)}
          />
        </Field>
      </div>
    </DialogPanel>
  );
}

interface MinutesProps {
  readonly value: number;
  readonly onPick: (minutes: number) => void;
}

function Minutes({ value, onPick }: MinutesProps) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm font-medium text-ink-muted">
        Minutes away
      </p>
      <div ref={rovingFocus} role="group" aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {MINUTES_AWAY.map((minutes) => (
          <Chip
            key={minutes}
            pressed={minutes === value}
            // Narrow, so that all seven fit on one line of a phone.
            className="min-w-11 justify-center px-0! tabular-nums not-forced-colors:[&_svg]:hidden"
            onPressedChange={() => onPick(minutes)}
          >
            {minutes}
          </Chip>
        ))}
      </div>
    </div>
  );
}

interface DeskButtonsProps extends Pick<MessagePanelProps, "request" | "kind" | "text"> {
  readonly onOpened: () => void;
}

/** Ways to send the message from a computer, which may have no message app. */
function DeskButtons({ request, kind, text, onOpened }: DeskButtonsProps) {
  const email = useEmail(request.customerId);
  const mail = { subject: MESSAGE_LABELS[kind], body: text };
  const copy = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onOpened();
    void copyText("Message", text, currentTarget);
  };
  return (
    <>
      <Button onClick={copy}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
      <a href={mailWithText(email, mail)} className={buttonClass()} onClick={onOpened}>
        <Mail aria-hidden="true" />
        Email
      </a>
    </>
  );
}

/** The customer's e-mail address; empty if the customer has none or is not known here. */
function useEmail(customerId: string): string {
  const live = useQuery(api.customers.getByCustomerId, {
    customer_id: customerId,
  });
  const { copy } = useDayCopies();
  const customer = live ?? copy?.customers.get(customerId);
  return customer?.customer_email ?? "";
}

/** Adds the opened message to the history, also without signal. Shows no toast, because another app opens. */
function useNoteOpened({ job, customerId, name }: MessageRequest, kind: MessageKind): () => void {
  const { make } = useChange();
  return () => {
    const subject = job
      ? jobSubject({ ...job, customer_name: name })
      : customerSubject({ customer_id: customerId, customer_name: name });
    const id = job ? subject.key : customerId;
    const change = newChange(noteOpened, subject, id, kind);
    make(change, { name, saved: null, failed: "Not noted" });
  };
}
