import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { AddPhotos } from "@/features/jobs/photos/AddPhotos";
import { aUser } from "../../../../support/user";

afterEach(() => vi.restoreAllMocks());

it.each(["Add install photos", "Take photo for install photos"])(
  "%s opens the picker once the device has stored for which list it is",
  async (name) => {
    const opened = vi.spyOn(HTMLInputElement.prototype, "click").mockReturnValue();
    let note: () => void = () => undefined;
    render(
      <AddPhotos
        label="Install photos"
        disabled={false}
        onOpen={() => new Promise((resolve) => (note = resolve))}
        onCancel={() => undefined}
        onPick={() => undefined}
      />,
    );
    await aUser().click(screen.getByRole("button", { name }));
    expect(opened).not.toHaveBeenCalled();
    await act(() => Promise.resolve(note()));
    expect(opened).toHaveBeenCalledOnce();
  },
);
