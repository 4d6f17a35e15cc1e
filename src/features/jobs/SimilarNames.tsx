import { Button } from "@/components/ui/Button";
import { DID_YOU_MEAN, useSimilarCustomers } from "@/job/customer/useSimilarCustomers";

interface SimilarNamesProps {
  /** A text for which no job was found. */
  readonly search: string;
  readonly onChoose: (name: string) => void;
}

/** Names of customers with jobs that are spelled or sound like the searched one. */
export function SimilarNames({ search, onChoose }: SimilarNamesProps) {
  const similar = useSimilarCustomers(search, { withJobs: true }) ?? [];
  const names = new Set(similar.map(({ customer_name }) => customer_name));
  if (names.size === 0) return null;
  return (
    <div
      role="group"
      aria-labelledby={ID}
      className="flex flex-wrap items-center justify-center gap-2"
    >
      <p id={ID} role="status" className="text-ink-muted">
        {DID_YOU_MEAN}
      </p>
      {[...names].map((name) => (
        <Button key={name} onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

const ID = "similar-names";
