import { Button } from "@/components/ui/Button";
import { useSignIn } from "./session";

export interface OfficeToOpen {
  readonly id: string;
  readonly name: string;
  readonly open: () => void;
}

interface ProblemActionsProps {
  readonly offices?: readonly OfficeToOpen[];
  readonly canSignOut?: boolean;
}

export function ProblemActions({ offices = [], canSignOut = false }: ProblemActionsProps) {
  const { signOut } = useSignIn();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {offices.map(({ id, name, open }) => (
        <Button key={id} onClick={open}>
          Open {name}
        </Button>
      ))}
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
      {canSignOut && <Button onClick={() => void signOut()}>Sign out</Button>}
    </div>
  );
}
