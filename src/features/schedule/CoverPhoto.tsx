/** A card's background photo, dimmed so that text on it stays readable. */
export function CoverPhoto({ url }: { readonly url: string | undefined }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10 bg-[#101214]">
      {url && (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full animate-appear object-cover"
        />
      )}
      <div className="absolute inset-0 bg-linear-to-r from-black/85 via-black/75 via-60% to-black/70 sm:to-black/25" />
    </div>
  );
}
