/**
 * The fields of a job and of its customer that a person fills in: what screens,
 * toasts, the history and exports call each, what its values are, and how long
 * a text may be. Their rules are in jobInput.ts and customerInput.ts.
 */
export type TextLimit = {
  /** UTF-16 code units, as in JavaScript's `length`. */
  readonly max: number;
  /** Names the text in the sentence that refuses it. */
  readonly of: string;
};

/** A readable id, or a UUID of the device. */
export const CUSTOMER_ID: TextLimit = { max: 36, of: "the customer id" };

/** What the values of a field are, if they are not plain text: how to compare and show them. */
export type FieldKind = "duration" | "money" | "phone" | "status" | "time";

export const FIELDS = {
  job_customer_id: { label: "Customer", ...CUSTOMER_ID },
  job_address: { label: "Address", max: 200, of: "the address" },
  job_city: { label: "City", max: 100, of: "the city" },
  job_status: { label: "Status", kind: "status", max: 100, of: "the status" },
  job_categories: { label: "Categories", max: 100, of: "each category" },
  job_estimate_date: { label: "Estimate date", kind: "time" },
  job_install_date: { label: "Install date", kind: "time" },
  job_estimate_crew: { label: "Estimate crew", max: 60, of: "the crew" },
  job_install_crew: { label: "Install crew", max: 60, of: "the crew" },
  job_estimate_length: { label: "Estimate length", kind: "duration" },
  job_install_length: { label: "Install length", kind: "duration" },
  job_estimate_window: { label: "Estimate window", kind: "duration" },
  job_install_window: { label: "Install window", kind: "duration" },
  job_due_months: { label: "Due again after" },
  job_due_date: { label: "Due again", kind: "time" },
  jobs_price: { label: "Price", kind: "money" },
  job_notes: { label: "Notes", max: 4_000, of: "the notes" },
  customer_name: { label: "Customer name", max: 120, of: "the name" },
  customer_phone: {
    label: "Phone",
    kind: "phone",
    max: 100,
    of: "the phone number",
  },
  /** The longest address that mail servers accept (RFC 5321). */
  customer_email: { label: "Email", max: 254, of: "the e-mail address" },
  customer_obtained_type: {
    label: "Obtained type",
    max: 100,
    of: "the obtained type",
  },
  /** Only old customers have it, as any text or number. */
  obtained_date: { label: "Obtained date" },
} as const;

type Fields = typeof FIELDS;

export function kindOf(name: keyof Fields): FieldKind | undefined {
  const field: { label: string; kind?: FieldKind } = FIELDS[name];
  return field.kind;
}

type TextField = {
  [Name in keyof Fields]: Fields[Name] extends TextLimit ? Name : never;
}[keyof Fields];

export const FIELD_TEXTS = Object.fromEntries(
  Object.entries(FIELDS).filter(([, field]) => "max" in field),
) as Pick<Fields, TextField>;
