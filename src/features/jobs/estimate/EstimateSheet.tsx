import { useEffect, useEffectEvent, type ReactNode } from "react";
import { formatLongDay, type DayKey } from "@domain/dates/days";
import type { EstimateChoice, EstimateRow } from "@domain/estimate/handed";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { PrintSheet } from "@/components/PrintSheet";
import type { Job } from "@/job/jobForm";
import { useCopiedPictures } from "@/job/photos/useCopiedPictures";
import { usePictures } from "@/job/photos/usePictures";
import { usePrintOnce } from "@/job/usePrintOnce";

interface EstimateSheetProps {
  readonly job: Job;
  readonly customer: string;
  readonly office: OfficeSettings;
  readonly choice: EstimateChoice;
  readonly rows: readonly EstimateRow[];
  readonly total: string;
  readonly today: DayKey;
  /** The file id of the chosen picture. */
  readonly picture: string | undefined;
  readonly onPrint: () => void;
}

/** A job's estimate on paper, for its customer, without anything that only the office and the crew may see. */
export function EstimateSheet(props: EstimateSheetProps) {
  const { job, customer, office, choice, rows, total, today } = props;
  const picture = usePicture(props.picture);
  const sheet = usePrintOnce(picture.isKnown);
  const onPrint = useEffectEvent(props.onPrint);
  useEffect(() => onPrint(), []);
  const hasPrices = rows.some(({ amount }) => amount !== "");
  const columns = hasPrices ? 4 : 1;
  return (
    <PrintSheet ref={sheet}>
      <header className="flex items-start justify-between gap-8 border-b border-ink pb-3">
        <div className="min-w-0 wrap-anywhere">
          <p className="text-2xl leading-8 font-semibold">{office.company_name}</p>
          <p className="whitespace-pre-line">{office.company_address}</p>
          <p>{formatPhone(office.company_phone ?? "")}</p>
        </div>
        <div className="shrink-0 text-right">
          <h1 className="text-2xl leading-8 font-semibold">Estimate</h1>
          <p>{formatLongDay(today)}</p>
          {choice.validUntil !== undefined && <p>Valid until {formatLongDay(choice.validUntil)}</p>}
        </div>
      </header>
      <table className="mt-4 w-full border-collapse">
        {/* Browsers print the table's head on each page. */}
        <thead>
          <tr>
            <th scope="col" colSpan={columns} className="pb-3 text-left font-normal wrap-anywhere">
              <span className="block text-xs text-ink-muted">For</span>
              <span className="block text-base font-semibold">{customer}</span>
              {placeText(job)}
            </th>
          </tr>
          {hasPrices && (
            <tr className="border-b border-ink-faint text-xs text-ink-muted">
              <Head className="text-left">Item</Head>
              <Head>Quantity</Head>
              <Head>Price</Head>
              <Head>Amount</Head>
            </tr>
          )}
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              // The index is the key, because rows may be equal.
              key={at}
              className="break-inside-avoid border-b border-line align-top"
            >
              <td className="py-1.5 pr-4 wrap-anywhere">{row.name}</td>
              {hasPrices && (
                <>
                  <NumberCell>{row.quantity}</NumberCell>
                  <NumberCell>{row.price || "–"}</NumberCell>
                  <NumberCell>{row.amount || "–"}</NumberCell>
                </>
              )}
            </tr>
          ))}
          <Whole columns={columns}>
            {total !== "" && (
              <p className="mt-3 flex justify-end gap-6 text-base font-semibold">
                <span>Total</span>
                <span className="tabular-nums">{total}</span>
              </p>
            )}
            <Words title="Notes">{choice.notes}</Words>
            <Words title="Terms">{office.estimate_terms}</Words>
            <div className="mt-14 grid grid-cols-[2fr_1fr] gap-8 text-xs text-ink-muted">
              <p className="border-t border-ink pt-1">Signature of the customer</p>
              <p className="border-t border-ink pt-1">Date</p>
            </div>
          </Whole>
          {picture.url !== undefined && (
            <Whole columns={columns}>
              <img src={picture.url} alt="" className="mt-6 max-h-[110mm] max-w-full" />
            </Whole>
          )}
        </tbody>
      </table>
    </PrintSheet>
  );
}

interface TextProps {
  readonly className?: string;
  readonly children: ReactNode;
}

function Head({ className = "text-right", children }: TextProps) {
  return (
    <th scope="col" className={`py-1 pl-4 font-normal first:pl-0 ${className}`}>
      {children}
    </th>
  );
}

function NumberCell({ children }: TextProps) {
  return <td className="py-1.5 pl-4 text-right whitespace-nowrap tabular-nums">{children}</td>;
}

/** A part that is not split across pages. It is a table row, because each page begins with the table's head. */
function Whole({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <tr className="break-inside-avoid">
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

function Words({
  title,
  children,
}: {
  readonly title: string;
  readonly children: string | undefined;
}) {
  if (!children) return null;
  return (
    <section className="mt-4">
      <h2 className="text-xs text-ink-muted">{title}</h2>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </section>
  );
}

/** The whole picture of a stored file; without signal the small one of this device. */
function usePicture(id: string | undefined) {
  const ids = id === undefined ? [] : [id];
  const stored = usePictures(ids);
  const copied = useCopiedPictures(ids);
  return {
    isKnown: ids.every((each) => stored.has(each) || copied.has(each)),
    url: ids.map((each) => stored.get(each)?.url ?? copied.get(each))[0],
  };
}
