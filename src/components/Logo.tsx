/** A gutter's end with its downspout. Beside words that name the product. */
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
      <path d="M3 5h18v3a3.500 3.500 0 0 1-3.500 3.500H15v4a2.500 2.500 0 0 1-.73 1.770l-1.540 1.540A2.500 2.500 0 0 0 12 20.600" />
    </svg>
  );
}
