import { useState, type FormEvent } from "react";
import { AccountsError, type NewAccount } from "@/lib/accountsApi";
import { Field } from "./ui/Field";
import { Input } from "./ui/Input";

export type AccountFormKind = "signIn" | "signUp";

interface AccountFormProps {
  readonly id: string;
  readonly kind: AccountFormKind;
  readonly submit: (account: NewAccount) => Promise<void>;
  readonly onBusyChange: (isBusy: boolean) => void;
}

interface FormError {
  readonly field: string | undefined;
  readonly message: string;
}

const FIELDS = ["name", "email", "password"];

export function AccountForm({
  id,
  kind,
  submit,
  onBusyChange,
}: AccountFormProps) {
  const [formError, setFormError] = useState<FormError | null>(null);
  const isNew = kind === "signUp";
  const errorAt = (field: string) =>
    formError?.field === field ? formError.message : null;
  const generalError =
    formError && !FIELDS.includes(formError.field ?? "")
      ? formError.message
      : null;

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const account = readAccount(new FormData(event.currentTarget));
    onBusyChange(true);
    setFormError(null);
    try {
      await submit(account);
    } catch (error) {
      setFormError(toFormError(error));
    } finally {
      onBusyChange(false);
    }
  };

  return (
    <form
      id={id}
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

function readAccount(form: FormData): NewAccount {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    email: text("email"),
    password: text("password"),
  };
}

function toFormError(error: unknown): FormError {
  if (error instanceof AccountsError) {
    return { field: error.field, message: error.message };
  }
  // fetch rejects with a TypeError when offline; anything else is a bug.
  if (!(error instanceof TypeError)) reportError(error);
  return {
    field: undefined,
    message: "The server could not be reached. Try again.",
  };
}
