/** The fields that a column of a foreign file can fill, and the titles by which other programs call them. */
import { FIELDS } from "../calls/fields";
import type { ImportKind } from "./rows";

interface FieldDeclaration {
  readonly label: string;
  /** Keys of titles, the surest first. The titles of phones, e-mail addresses and places are read part by part. */
  readonly titles?: string;
}

const CUSTOMER_FIELDS = {
  name: {
    label: FIELDS.customer_name.label,
    titles:
      "customer_name client_name customer_full_name display_name customer client full_name name account_name contact_name contact homeowner",
  },
  first_name: { label: "First name", titles: "first_name given_name first" },
  middle_name: {
    label: "Middle name",
    titles: "middle_name additional_name middle_initial middle m_i mi",
  },
  last_name: {
    label: "Last name",
    titles: "last_name family_name surname last",
  },
  suffix: {
    label: "Name suffix",
    titles: "suffix name_suffix generational_suffix",
  },
  company: {
    label: "Company",
    titles: "company company_name organization_name organization organization_1_name business_name",
  },
  phone: { label: FIELDS.customer_phone.label },
  email: { label: FIELDS.customer_email.label },
  obtained: {
    label: FIELDS.customer_obtained_type.label,
    titles: "obtained_type lead_source source referral_source how_did_you_hear_about_us",
  },
  customer_id: {
    label: "Customer ID",
    titles:
      "customer_id client_id contact_id account_id j_id customer_number client_number account_number account_no square_customer_id reference_id record_id uid",
  },
  address: { label: FIELDS.job_address.label },
  line2: { label: "Address line 2" },
  city: { label: FIELDS.job_city.label },
  state: { label: "State" },
  zip: { label: "ZIP" },
} as const satisfies Record<string, FieldDeclaration>;

/** A file of jobs names the customer of each job. */
const DECLARATIONS = {
  ...CUSTOMER_FIELDS,
  job_id: {
    label: "Job ID",
    titles:
      "job_id job job_number job_no quote quote_number estimate_number invoice invoice_number request_number work_order",
  },
  status: {
    label: FIELDS.job_status.label,
    titles: "status quote_status estimate_status work_status stage",
  },
  status_date: {
    label: "Status since",
    titles:
      "status_date status_changed closed_date completed_date completion_date completed_on completed_at date_completed closed",
  },
  categories: {
    label: FIELDS.job_categories.label,
    titles: "categories category job_type service services",
  },
  estimate_date: {
    label: FIELDS.job_estimate_date.label,
    titles:
      "estimate estimate_date quote_date assessment_date assessment request_date requested_on",
  },
  estimate_time: { label: "Estimate time", titles: "estimate_time" },
  estimate_end: { label: "Estimate end", titles: "estimate_end" },
  estimate_window: {
    label: FIELDS.job_estimate_window.label,
    titles: "estimate_window",
  },
  estimate_crew: {
    label: FIELDS.job_estimate_crew.label,
    titles: "estimate_crew",
  },
  install_date: {
    label: FIELDS.job_install_date.label,
    titles:
      "install install_date scheduled_start_date schedule_start_date scheduled_date scheduled_start start_date scheduled_on scheduled_at schedule_date scheduled date",
  },
  install_time: {
    label: "Install time",
    titles: "install_time scheduled_start_time start_time schedule_start_time scheduled_time time",
  },
  install_end: {
    label: "Install end",
    titles: "install_end scheduled_end",
  },
  install_window: {
    label: FIELDS.job_install_window.label,
    titles: "install_window arrival_window window",
  },
  install_crew: {
    label: FIELDS.job_install_crew.label,
    titles: "install_crew crew crew_name assigned_crew assigned_to technician",
  },
  due_months: { label: FIELDS.job_due_months.label, titles: "due_again_after_months" },
  due_date: { label: FIELDS.job_due_date.label, titles: "due_again" },
  price: {
    label: FIELDS.jobs_price.label,
    titles: "price total total_amount jobs_total total_revenue amount quote_total total_price",
  },
  notes: {
    label: FIELDS.job_notes.label,
    titles: "notes instructions description note",
  },
} as const satisfies Record<string, FieldDeclaration>;

export type ImportField = keyof typeof DECLARATIONS;

/** What becomes of a column: it fills a field, is kept under its title beside the row, or is left out. */
export type ColumnTarget = ImportField | "keep" | "skip";

/** Keys of titles by which other programs call a field, the surest first. */
export function titlesOfField(field: ImportField): string[] {
  const { titles = "" }: FieldDeclaration = DECLARATIONS[field];
  return titles.split(" ").filter(Boolean);
}

export function importFieldLabel(field: ImportField): string {
  return DECLARATIONS[field].label;
}

export function mayHaveSeveralColumns(field: ImportField): boolean {
  return field === "phone" || field === "email" || isPartOfPlace(field);
}

export const PLACE_PARTS = [
  "address",
  "line2",
  "city",
  "state",
  "zip",
] as const satisfies readonly ImportField[];

export function isPartOfPlace(field: ImportField): boolean {
  return PLACE_PARTS.some((part) => part === field);
}

/** The fields of a kind of file, in the order in which they are offered. */
export function importFieldsOf(kind: ImportKind): ImportField[] {
  const fields = kind === "customers" ? CUSTOMER_FIELDS : DECLARATIONS;
  return Object.keys(fields) as ImportField[];
}
