import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { toFormError, type FormError } from "@/session/accountsApi";
import type { AccountsClient, SessionUser } from "@/session/session";
import { changePassword } from "@/session/teamApi";
import { showToast } from "@/lib/toasts";
import { textIn } from "./AccountForm";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";

interface AccountDialogProps {
  readonly accounts: AccountsClient;
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** The user's own password and devices. */
export function AccountDialog({ accounts, user, onClose }: AccountDialogProps) {
  return (
    <Dialog title="Your account" description={user.email} onClose={onClose}>
      <Section title="Change password">
        <PasswordForm email={user.email} />
      </Section>
      <Section title="Devices">
        <SignOutEverywhere accounts={accounts} />
      </Section>
    </Dialog>
  );
}

function PasswordForm({ email }: { readonly email: string }) {
  const [error, setError] = useState<FormError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const errorAt = (field: string) => (error?.field === field ? error.message : null);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    setIsBusy(true);
    setError(null);
    try {
      await changePassword(textIn(fields, "currentPassword"), textIn(fields, "password"));
      form.reset();
      showToast("success", "Password changed", {
        description: "Your other devices were signed out.",
      });
    } catch (thrown) {
      setError(toFormError(thrown));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      // The server checks, as in AccountForm: its sentences are shown at the fields.
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-4"
    >
      {/* Password managers file the new password under it. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errorAt("currentPassword")}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <Field
        label="New password"
        error={errorAt("password")}
        hint="At least 8 characters. Your other devices are signed out."
      >
        <Input name="password" type="password" autoComplete="new-password" minLength={8} required />
      </Field>
      {error !== null && error.field === undefined && (
        <p role="alert" className="text-sm text-danger-ink">
          {error.message}
        </p>
      )}
      <Button type="submit" variant="primary" busy={isBusy} className="sm:self-start">
        Change password
      </Button>
    </form>
  );
}

function SignOutEverywhere({ accounts }: Pick<AccountDialogProps, "accounts">) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  const signOut = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await accounts.signOutEverywhere();
      await navigate({ to: "/" });
    } catch (error) {
      setFailure(toFormError(error).message);
      setIsBusy(false);
    }
  };

  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-muted">
        Signs you out on this device and on all others, at once. Use it if a phone or a computer was
        lost.
      </p>
      {failure !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
      <ConfirmButton
        className="border border-line sm:self-start"
        confirmLabel="Confirm Sign Out Everywhere"
        busy={isBusy}
        onConfirm={() => void signOut()}
      >
        Sign out everywhere
      </ConfirmButton>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section className="border-line not-first:mt-6 not-first:border-t not-first:pt-5">
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
