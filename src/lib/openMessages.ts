import type { MessageKind } from "@domain/messages/messageKinds";
import type { MessageJob } from "@domain/job/messages";
import { SharedValue, useSharedValue } from "./SharedValue";

/** The job that a message is about. */
interface NamedJob extends MessageJob {
  readonly _id: string;
  readonly clientKey?: string | undefined;
}

/** A request for the messages to one customer. */
export interface MessageRequest {
  readonly customerId: string;
  readonly name: string;
  readonly phone: string;
  /** Null if the message is about no job. */
  readonly job: NamedJob | null;
  /** The message that opens at once; without it, the person chooses from the list. */
  readonly kind?: MessageKind;
}

const requested = new SharedValue<MessageRequest | null>(null);

/** Opens the messages to a customer over the current screen. Null closes them. */
export function openMessages(request: MessageRequest | null): void {
  requested.set(request);
}

export function useMessageRequest(): MessageRequest | null {
  return useSharedValue(requested);
}

interface JobOfCustomer extends NamedJob {
  readonly job_customer_id: string;
  readonly customer_name: string;
  readonly job_customer_phone?: string | undefined;
}

/** Opens the messages to the customer of a job. */
export function messageCustomerOf(job: JobOfCustomer, kind?: MessageKind): void {
  openMessages({
    customerId: job.job_customer_id,
    name: job.customer_name,
    phone: job.job_customer_phone ?? "",
    job,
    ...(kind && { kind }),
  });
}
