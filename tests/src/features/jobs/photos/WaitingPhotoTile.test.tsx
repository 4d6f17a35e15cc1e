import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WaitingPhotoTile } from "@/features/jobs/photos/WaitingPhotoTile";
import { aWaitingPhoto, type WaitingPhotoOverrides } from "../../../../support/builders";

function show(change: WaitingPhotoOverrides) {
  render(
    <WaitingPhotoTile
      photo={aWaitingPhoto({ discard: () => undefined, ...change })}
      preview="preview"
      onOpen={() => undefined}
    />,
  );
}

it.each([
  [0, "0"],
  [0.259, "25"],
  [0.996, "99"],
  [1, "99"],
])(
  "a photo of which %d is sent shows %s %%: it is saved once the server has answered",
  (progress, percent) => {
    show({ syncStatus: "Sending", progress });
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", percent);
    expect(screen.getByText(`Sending ${percent}%`)).toBeVisible();
  },
);

it("a photo that waits is removed, and a refused one is dismissed", () => {
  show({ syncStatus: "Waiting", progress: 0.5 });
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("button", { name: "Remove front.jpg" })).toBeVisible();
  show({ syncStatus: "Refused" });
  expect(screen.getByRole("button", { name: "Dismiss front.jpg" })).toBeVisible();
});
