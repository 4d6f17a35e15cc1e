import { useState, type FormEvent } from "react";
import { toFormError, type FormError, type NewAccount } from "@/session/accountsApi";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";

export type AccountFormKind = "signIn" | "signUp";

interface AccountFormProps {
  readonly id: string;
  readonly kind: AccountFormKind;
  readonly submit: (account: NewAccount) => Promise<void>;
  readonly onBusyChange: (isBusy: boolean) => void;
}

const FIELDS = ["name", "email", "password"];

export function AccountForm({ id, kind, submit, onBusyChange }: AccountFormProps) {
  const [formError, setFormError] = useState<FormError | null>(null);
  const isNew = kind === "signUp";
  const errorAt = (field: string) => (formError?.field === field ? formError.message : null);
  const generalError =
    formError && !FIELDS.includes(formError.field ?? "") ? formError.message : null;

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const account = readAccount(new FormData(form));
    onBusyChange(true);
    setFormError(null);
    try {
      await submit(account);
    } catch (error) {
      const shown = toFormError(error);
      setFormError(shown);
      if (shown.field !== undefined) focusInput(form, shown.field);
    } finally {
      onBusyChange(false);
    }
  };

  return (
    <form
      id={id}
      // The server checks: its sentences are shown at the fields, as for every other error.
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-4"
    >
      {isNew && (
        <Field label="Name" error={errorAt("name")}>
          <Input name="name" autoComplete="name" autoFocus required />
        </Field>
      )}
      <Field label="E-mail" error={errorAt("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={!isNew}
          required
        />
      </Field>
      <Field
        label="Password"
        error={errorAt("password")}
        hint={isNew ? "At least 8 characters." : null}
      >
        <Input
          name="password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          minLength={isNew ? 8 : undefined}
          required
        />
      </Field>
      {generalError !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {generalError}
        </p>
      )}
    </form>
  );
}

function focusInput(form: HTMLFormElement, name: string): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLElement) input.focus();
}

function readAccount(form: FormData): NewAccount {
  return {
    name: textIn(form, "name"),
    email: textIn(form, "email"),
    password: textIn(form, "password"),
  };
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
