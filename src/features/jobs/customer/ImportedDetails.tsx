import { placeText } from "@domain/places";
import type { Customer } from "../jobForm";
import { useImportedDetails } from "./useImportedDetails";

/** What was imported of the customer beyond the fields of a customer. */
export function ImportedDetails({ customer }: { readonly customer: Customer }) {
  const details = useImportedDetails(customer);
  if (!details || details.places.length + details.texts.length === 0)
    return null;
  return (
    <section aria-labelledby="imported-details" className="text-sm">
      <h2 id="imported-details" className="mb-2 font-semibold">
        Imported details
      </h2>
      <ul className="flex flex-col gap-1.5">
        {details.places.map((place) => (
          <li key={placeText(place)} className="wrap-anywhere">
            <span className="text-ink-muted">Address:</span> {placeText(place)}
          </li>
        ))}
        {details.texts.map((text) => (
          <li key={text} className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
