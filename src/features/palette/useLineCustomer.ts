import { useQueries } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/inputLimits";
import type { JobLine } from "@domain/jobLine";
import { customerOfLine, type LineCustomer } from "@domain/lineBooking";
import type { Customer } from "@/features/jobs/jobForm";
import { correctedCustomer } from "@/features/jobs/pendingJobs";
import { usePendingChanges } from "@/features/jobs/usePendingChanges";
import { usePaced } from "@/lib/usePaced";
import { pendingCustomers } from "@/offline/outbox/pendingRows";

const SEARCH_PACE_MS = 50;

/** The customer of the line among all of the office; undefined until the server has answered. */
export function useLineCustomer(
  line: JobLine | null,
): LineCustomer<Customer> | undefined {
  const pending = usePendingChanges();
  const said = [line?.name, line?.phone, line?.email]
    .filter(Boolean)
    .join("\n");
  const settled = usePaced(said, SEARCH_PACE_MS);
  const queries = useMemo(() => {
    const terms = settled === "" ? [] : settled.split("\n").map(cutSearch);
    const query = api.customers.search;
    return Object.fromEntries(
      terms.map((term) => [term, { query, args: { term } }]),
    );
  }, [settled]);
  const answers = useQueries(queries);
  return useMemo(() => {
    const lists = Object.keys(queries).map(
      (term) => answers[term] as Customer[] | Error | undefined,
    );
    if (line === null || settled !== said) return undefined;
    if (!lists.every((list) => Array.isArray(list))) return undefined;
    const all = [...pendingCustomers(pending.items), ...lists.flat()];
    return customerOfLine(
      line,
      all.map((one) => correctedCustomer(one, pending)),
    );
  }, [line, settled, said, queries, answers, pending]);
}
