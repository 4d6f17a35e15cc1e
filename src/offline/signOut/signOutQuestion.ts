import { SharedValue, useSharedValue } from "@/lib/SharedValue";

/** The question before a sign-out that would lose unsent work, and the person's answer. */
export interface SignOutQuestion {
  /** The number of changes, photos and drafts that the server does not have. */
  readonly unsent: number;
  readonly answer: (signsOut: boolean) => void;
}

const question = new SharedValue<SignOutQuestion | null>(null);

/** Resolves to true if the person signs out and gives up the unsent work. */
export function askBeforeSignOut(unsent: number): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (signsOut: boolean) => {
      question.set(null);
      resolve(signsOut);
    };
    question.set({ unsent, answer });
  });
}

export function useSignOutQuestion(): SignOutQuestion | null {
  return useSharedValue(question);
}
