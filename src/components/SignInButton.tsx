import { useSignIn } from "@/lib/session";
import { Button } from "./ui/Button";
import { preloadSignInModal } from "./LazySignInModal";

export function SignInButton() {
  const signIn = useSignIn();
  const preload = () => {
    if (signIn.local) preloadSignInModal();
  };
  return (
    <Button
      variant="primary"
      onClick={signIn.open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      Sign In
    </Button>
  );
}
