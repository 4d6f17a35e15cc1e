import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button";
import { DialogPanel } from "./Dialog";

interface FormPanelProps extends Pick<ComponentProps<typeof DialogPanel>, "title" | "description"> {
  readonly form: {
    readonly id: string;
    /** Saves the typed values, and closes the form. */
    readonly leave: () => void;
    readonly discard: () => void;
  };
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form in a dialog: closing it saves, as in a job. */
export function FormPanel(props: FormPanelProps) {
  const { form, className, children, ...panel } = props;
  const { id, leave, discard } = form;
  return (
    <DialogPanel
      {...panel}
      onClose={leave}
      footer={
        <>
          <Button variant="ghost" onClick={discard}>
            Discard
          </Button>
          <Button variant="primary" type="submit" form={id}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        {children}
      </form>
    </DialogPanel>
  );
}
