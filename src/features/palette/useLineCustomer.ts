import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/inputLimits";
import type { JobLine } from "@domain/jobLine";
import { customerOfLine, type LineCustomer } from "@domain/lineBooking";
import type { Customer } from "@/features/jobs/jobForm";
import { correctedCustomer } from "@/features/jobs/pendingJobs";
import { usePendingChanges } from "@/features/jobs/usePendingChanges";
import { useDebounced } from "@/lib/useDebounced";
import { pendingCustomers } from "@/offline/outbox/pendingRows";

const SEARCH_AFTER_MS = 50;

/** The customer of the line among all of the office; undefined until the server has answered. */
export function useLineCustomer(
  line: JobLine | null,
): LineCustomer<Customer> | undefined {
  const pending = usePendingChanges();
  const said = [line?.name ?? "", line?.phone ?? "", line?.email ?? ""];
  const now = said.join("\n");
  const settled = useDebounced(now, SEARCH_AFTER_MS);
  const [name = "", phone = "", email = ""] = settled.split("\n");
  const byName = useFound(name);
  const byPhone = useFound(phone);
  const byEmail = useFound(email);
  return useMemo(() => {
    if (line === null || settled !== now) return undefined;
    if (!byName || !byPhone || !byEmail) return undefined;
    const found = [...byName, ...byPhone, ...byEmail];
    const all = [...pendingCustomers(pending.items), ...found];
    return customerOfLine(
      line,
      all.map((one) => correctedCustomer(one, pending)),
    );
  }, [line, settled, now, byName, byPhone, byEmail, pending]);
}

const NOBODY: Customer[] = [];

function useFound(term: string): Customer[] | undefined {
  const found = useQuery(
    api.customers.search,
    term === "" ? "skip" : { term: cutSearch(term) },
  );
  return term === "" ? NOBODY : found;
}
