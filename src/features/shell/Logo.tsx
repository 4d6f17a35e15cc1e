/** A gutter and its downspout. Decorative: the product name stands beside it. */
export function Logo({
  className = "size-6",
}: {
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M3 4v2.5A3.5 3.5 0 0 0 6.5 10h11A3.5 3.5 0 0 0 21 6.5V4" />
      <path d="M12 10v6.5a3.5 3.5 0 0 0 3.5 3.5H18" />
    </svg>
  );
}
