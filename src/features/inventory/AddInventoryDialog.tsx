import { useState } from "react";
import { DEFAULT_ITEM_CATEGORY } from "@domain/stock/inventory";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { usePendingWork } from "@/lib/pendingWork";
import { IntakeRowFields } from "./IntakeRowFields";
import { useColors, useItems } from "@/offline/inventoryQueries";
import { useIntakeForm } from "./useIntakeForm";

const FORM_ID = "add-inventory";

/** Open while mounted. Starts with one blank row. */
export function AddInventoryDialog({ onClose }: { readonly onClose: () => void }) {
  const items = useItems();
  const colors = useColors(DEFAULT_ITEM_CATEGORY);
  const form = useIntakeForm(items, onClose);
  usePendingWork(form.isFilled && !form.isSaving ? "unsaved" : null);
  const [isConfirming, setIsConfirming] = useState(false);
  /** The X, Esc, Back and a click outside can be accidental, so they ask. */
  const close = () => {
    if (form.isFilled) setIsConfirming(!isConfirming);
    else onClose();
  };

  return (
    <Dialog
      title="Add Inventory"
      size="large"
      onClose={close}
      footer={
        isConfirming ? (
          <>
            <p role="alert" className="mr-auto text-sm">
              Discard these rows?
            </p>
            <Button onClick={() => setIsConfirming(false)}>Keep editing</Button>
            <Button variant="danger" onClick={onClose}>
              Discard
            </Button>
          </>
        ) : (
          <>
            <Button className="mr-auto" onClick={form.add}>
              + Add
            </Button>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" form={FORM_ID} busy={form.isSaving}>
              Submit
            </Button>
          </>
        )
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {form.rows.map((row, index) => (
          <IntakeRowFields
            key={row.id}
            row={row}
            label={`Row ${index + 1}`}
            errors={form.errors[row.id]}
            question={form.questions[row.id]}
            items={items}
            colors={colors}
            onChange={(next) => form.change(row.id, next)}
            onRemove={form.rows.length > 1 ? () => form.remove(row.id) : null}
          />
        ))}
      </form>
    </Dialog>
  );
}
