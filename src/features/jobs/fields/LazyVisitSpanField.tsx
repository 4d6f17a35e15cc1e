import { lazyPart } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { spanLabel, type VisitSpanFieldProps } from "@/job/fields/spanReader";

/** Loaded after the dialog is shown: the dialog does not wait for it. */
export const LazyVisitSpanField = lazyPart<VisitSpanFieldProps>(
  async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return (await import("./VisitSpanField")).VisitSpanField;
  },
  {
    Loading: ({ props: { type } }) => (
      <Field label={spanLabel(type)}>
        <Input disabled />
      </Field>
    ),
    Failed: ({ onRetry, props: { type } }) => (
      <Field label={spanLabel(type)}>
        <Button onClick={onRetry}>Try again</Button>
      </Field>
    ),
  },
);
