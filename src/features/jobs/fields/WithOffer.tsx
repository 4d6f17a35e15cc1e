import type { KeyboardEvent, ReactNode } from "react";
import { isComposing } from "@/lib/isComposing";
import { LinkButton } from "./links";

/** A change offered beside a field. It is made only if the person accepts it. */
export interface Offer {
  /** Says what stays as it is if the person does not accept. */
  readonly now?: string;
  readonly label: ReactNode;
  readonly take: () => void;
}

interface WithOfferProps {
  readonly offer: Offer | false | null | undefined;
  /** The meaning of the typed text, in words. */
  readonly words?: string;
  /** Whether a click on the offer leaves the focus in the field, whose blur would save its text first. */
  readonly keepsFocus?: boolean;
  /** The field's control. */
  readonly children: ReactNode;
  /** Shown below the offer. */
  readonly after?: ReactNode;
}

/** A field with an offer, which is not a stop of the Tab key: Alt+Enter in the field takes it. */
export function WithOffer(props: WithOfferProps) {
  const { offer, words = offer ? offer.now : "", keepsFocus = false } = props;
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!offer || isComposing(event)) return;
    if (event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    offer.take();
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5" onKeyDownCapture={onKeyDownCapture}>
      {props.children}
      {(words || offer) && (
        <p role="status" className="text-sm text-ink-faint">
          {words && <span className="block">{words} </span>}
          {offer && (
            <LinkButton
              tabIndex={-1}
              aria-keyshortcuts="Alt+Enter"
              title="Alt+Enter"
              className="text-left touch:min-h-11"
              onMouseDown={(event) => keepsFocus && event.preventDefault()}
              onClick={offer.take}
            >
              {offer.label}
            </LinkButton>
          )}
        </p>
      )}
      {props.after}
    </div>
  );
}
