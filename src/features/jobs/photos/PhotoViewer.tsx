import * as Radix from "@radix-ui/react-dialog";
import { useRef, useState, type KeyboardEvent } from "react";
import Lightbox, { type ControllerRef, type Slide } from "yet-another-react-lightbox";
import Inline from "yet-another-react-lightbox/plugins/inline";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import { Download, X } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import { Spinner } from "@/components/ui/Spinner";
import { formatDateTime } from "@/lib/formatDateTime";
import { showToast } from "@/lib/toasts";
import { useCloseOnBack } from "@/lib/useCloseOnBack";
import type { PhotoOwner } from "@/job/photos/usePhotos";
import { useViewedPhotos, type FileLists, type ViewedPhoto } from "./useViewedPhotos";
import "./photoViewer.css";
import { downloadFile } from "@/lib/downloadFile";

interface PhotoViewerProps {
  readonly owner: PhotoOwner;
  readonly files: FileLists;
  /** The photo that is shown first. */
  readonly photoId: string;
  /** The element that gets the focus back. */
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/**
 * All photos of a job, one at a time and large: by swipe, arrows and pinch. The
 * dialog around the lightbox is Downspout's, so that focus, Esc and Back act as in
 * every dialog. Load it lazily.
 */
export function PhotoViewer(props: PhotoViewerProps) {
  const { owner, files, opener, onClose } = props;
  const [viewedId, setViewedId] = useState(props.photoId);
  const photos = useViewedPhotos(owner, files, viewedId);
  const lightbox = useRef<ControllerRef>(null);
  // A photo that was sent or removed meanwhile is replaced by the one at its index.
  const [lastIndex, setLastIndex] = useState(0);
  const found = photos.findIndex(({ id }) => id === viewedId);
  const index = found === -1 ? Math.min(lastIndex, photos.length - 1) : found;
  const viewed = photos[index];
  useCloseOnBack(onClose);

  const view = (next: number) => {
    const photo = photos[next];
    if (photo === undefined) return;
    setLastIndex(next);
    setViewedId(photo.id);
  };
  const turn = (event: KeyboardEvent) => {
    // The lightbox handles the keys pressed in it.
    if (isInLightbox(event.target)) return;
    if (event.key === "ArrowLeft") lightbox.current?.prev();
    if (event.key === "ArrowRight") lightbox.current?.next();
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          className="photo-viewer dark fixed inset-0 z-50 flex animate-appear flex-col bg-black text-ink outline-none"
          onKeyDown={turn}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            lightbox.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.focus();
          }}
        >
          <ViewerBar
            photo={viewed}
            label={owner.kind === "job" ? owner.label : "New job"}
            onClose={onClose}
          />
          <div className="min-h-0 grow pb-[env(safe-area-inset-bottom)]">
            <Slides photos={photos} index={index} controller={lightbox} onView={view} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function isInLightbox(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".yarl__root") !== null;
}

interface ViewerBarProps {
  readonly photo: ViewedPhoto | undefined;
  /** The job's name, as shown to the person. */
  readonly label: string;
  readonly onClose: () => void;
}

function ViewerBar({ photo, label, onClose }: ViewerBarProps) {
  const [isSaving, setIsSaving] = useState(false);
  const download = async ({ url, name, fileName }: ViewedPhoto) => {
    if (!url) return;
    setIsSaving(true);
    try {
      await savePhoto(url, fileName ?? `${label} - ${name}`);
    } catch {
      showToast("error", "Download failed", {
        description: "The photo could not be loaded. Check the connection.",
      });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <header className="flex items-center gap-1 py-2 pr-2 pl-4">
      <div className="min-w-0 grow">
        <Radix.Title className="truncate text-sm font-semibold tabular-nums">
          {photo?.name ?? "Photos"}
        </Radix.Title>
        <p className="truncate text-xs text-ink-muted tabular-nums">
          {photo?.at !== undefined && `Added ${formatDateTime(photo.at)}`}
        </p>
      </div>
      <IconButton
        label="Download"
        disabled={!photo?.url || isSaving}
        onClick={() => photo && void download(photo)}
      >
        {isSaving ? <Spinner label={null} /> : <Download aria-hidden="true" />}
      </IconButton>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </header>
  );
}

interface SlidesProps {
  readonly photos: readonly ViewedPhoto[];
  readonly index: number;
  readonly controller: React.Ref<ControllerRef>;
  readonly onView: (index: number) => void;
}

function Slides({ photos, index, controller, onView }: SlidesProps) {
  // A new key makes the lightbox load a failed photo again.
  const [attempt, setAttempt] = useState(0);
  const photoOf = (slide: Slide) => photos[slides.indexOf(slide)];
  const slides: Slide[] = photos.map(({ url, name }) => ({
    src: url ?? "",
    alt: name,
  }));
  const isSingle = photos.length < 2;
  return (
    <Lightbox
      key={attempt}
      plugins={[Inline, Zoom]}
      slides={slides}
      index={index}
      on={{ view: ({ index: next }) => onView(next) }}
      controller={{ ref: controller, touchAction: "none" }}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      inline={{ style: { width: "100%", height: "100%" } }}
      render={{
        ...(isSingle && { buttonPrev: () => null, buttonNext: () => null }),
        slide: ({ slide }) => {
          const photo = photoOf(slide);
          return photo && !photo.url ? <NotLoaded photo={photo} /> : undefined;
        },
        slideContainer: ({ slide, children }) => (
          <SlideFrame photo={photoOf(slide)}>{children}</SlideFrame>
        ),
        iconError: () => <Failed onRetry={() => setAttempt((before) => before + 1)} />,
      }}
    />
  );
}

/** Shows the thumbnail until the whole photo is loaded. */
function SlideFrame({
  photo,
  children,
}: {
  readonly photo: ViewedPhoto | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="photo-slide">
      {photo?.thumbnail && <img src={photo.thumbnail} alt="" className="photo-slide-thumbnail" />}
      {children}
    </div>
  );
}

function NotLoaded({ photo }: { readonly photo: ViewedPhoto }) {
  if (photo.url === null) return <p className="text-ink-muted">This photo is no longer there.</p>;
  return photo.thumbnail ? (
    <img src={photo.thumbnail} alt={photo.name} className="size-full object-contain" />
  ) : (
    <Spinner label="Loading the photo" />
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl bg-black/70 p-4 text-center">
      <p role="status">The photo could not be loaded, or this browser cannot show it.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/** Extensions of the types that photos may have: see IMAGE_TYPES in domain/images. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/avif": ".avif",
  "image/heic": ".heic",
  "image/heif": ".heif",
};

/** Characters that some systems do not allow in file names. */
const UNSAFE = /[\\/:*?"<>|]/g;

const HAS_EXTENSION = /\.[a-z0-9]{3,5}$/i;

/**
 * Saves the photo at a URL as a file, with the extension of its type unless `name` has one. Rejects if it cannot be
 * loaded.
 */
async function savePhoto(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The photo answered ${response.status}.`);
  const photo = await response.blob();
  const safeName = name.replace(UNSAFE, "-");
  const extension = EXTENSIONS[photo.type] ?? ".jpg";
  downloadFile(HAS_EXTENSION.test(safeName) ? safeName : `${safeName}${extension}`, photo);
}
