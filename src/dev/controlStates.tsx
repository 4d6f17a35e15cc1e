/** The states of buttons, choices and fields. */
import type { ReactNode } from "react";
import { Plus } from "@/components/icons/firstIcons";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Chip } from "@/components/ui/Chip";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Field } from "@/components/ui/Field";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { MoneyInput } from "@/components/ui/MoneyInput";
import { SearchInput } from "@/components/ui/SearchInput";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Textarea } from "@/components/ui/Textarea";
import { Row } from "./Row";
import type { Section } from "./section";

const nothing = () => undefined;

const VARIANTS = ["primary", "secondary", "ghost", "danger", "dangerGhost"] as const;

const CONTROLS: Section = {
  title: "Controls",
  states: [
    [
      "buttons",
      () => (
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
      ),
    ],
    [
      "buttons that are busy, disabled and small",
      () => (
        <Row>
          <Button busy>Saving</Button>
          <Button disabled>Save Job</Button>
          <Button size="small">Open</Button>
          <a href="#link" className={buttonClass()}>
            A link
          </a>
          <IconButton label="Add">
            <Plus aria-hidden="true" />
          </IconButton>
          <ConfirmButton confirmLabel="Confirm Delete" onConfirm={nothing}>
            Delete
          </ConfirmButton>
        </Row>
      ),
    ],
    [
      "a chip, pressed and not",
      () => (
        <Row>
          {[true, false].map((pressed) => (
            <Chip key={String(pressed)} pressed={pressed} onPressedChange={nothing}>
              Gutter cleaning
            </Chip>
          ))}
        </Row>
      ),
    ],
    [
      "a choice of one",
      () => (
        <SegmentedControl
          label="Size"
          options={[
            { value: "5", label: "5" },
            { value: "6", label: "6" },
          ]}
          value="5"
          onChange={nothing}
        />
      ),
    ],
  ],
};

const FIELDS: Section = {
  title: "Fields",
  states: [
    ["empty, required", () => field({ required: true })],
    ["with a hint", () => field({ hint: "For example 12 Elm Street" })],
    ["with an error", () => field({ error: "Address is required." })],
    ["waiting for the server", () => field({ status: "Waiting", value: "12 Elm Street" })],
    [
      "changed by somebody else",
      () =>
        field({
          value: "12 Elm Street",
          hint: (
            <>
              Ben Ortiz changed this to 14 Elm Street.{" "}
              <button type="button" className="underline">
                Use theirs
              </button>
            </>
          ),
        }),
    ],
    [
      "money",
      () => (
        <Field label="Price">
          <MoneyInput value="450.00" onType={nothing} onLeave={nothing} />
        </Field>
      ),
    ],
    [
      "several lines",
      () => (
        <Field label="Notes">
          <Textarea defaultValue={"Gate 4417.\nThe dog is friendly."} rows={3} />
        </Field>
      ),
    ],
    [
      "search",
      () => <SearchInput label="Search" placeholder="search jobs" value="elm" onChange={nothing} />,
    ],
  ],
};

interface FieldState {
  readonly value?: string;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly status?: string;
}

function field({ value = "", ...props }: FieldState) {
  return (
    <Field label="Address" {...props}>
      <Input defaultValue={value} />
    </Field>
  );
}

export const CONTROL_STATES: readonly Section[] = [CONTROLS, FIELDS];
