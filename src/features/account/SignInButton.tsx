import { useSignIn } from "@/session/session";
import { Button } from "@/components/ui/Button";
import { preloadSignInModal } from "./LazySignInModal";

export function SignInButton() {
  const signIn = useSignIn();
  const preload = () => {
    if (signIn.local) preloadSignInModal();
  };
  return (
    <Button variant="primary" onClick={signIn.open} onPointerEnter={preload} onFocus={preload}>
      Sign In
    </Button>
  );
}
