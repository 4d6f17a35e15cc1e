import { LockKeyhole } from "@/components/icons/firstIcons";
import { CloudOff } from "@/components/icons/icons";
import { ProblemActions, type OfficeToOpen } from "./ProblemActions";
import type { AccessProblem } from "./session";

/** A problem of the service: the person can only try again. */
const ofService = (title: string, text: string): AccessProblem => ({
  icon: <CloudOff aria-hidden="true" />,
  title,
  text,
  children: <ProblemActions />,
});

const notSetUp = (text: string) => ofService("Sign-in is not set up", text);

export const NO_TEMPLATE = notSetUp(
  'Clerk has no JWT template named "convex", so the data cannot be opened. An administrator creates it in Clerk\'s dashboard, under JWT templates, from the preset "Convex".',
);

export const NO_CLAIM = notSetUp(
  `Clerk's JWT template "convex" has no claim "org_id", so the data of an office cannot be opened. An administrator adds it in Clerk's dashboard, under JWT templates.`,
);

export const NOT_TRUSTED = notSetUp(
  "The backend did not accept this sign-in. An administrator sets CLERK_JWT_ISSUER_DOMAIN of the Convex deployment to Clerk's issuer and deploys again.",
);

/** The sentence says why this page cannot open the deployment of the office. */
export const wrongDeployment = notSetUp;

export const UNREACHABLE = ofService(
  "Sign-in is not available",
  "The sign-in service could not be reached. Check the connection.",
);

export const SLOW = ofService(
  "Sign-in is slow",
  "The sign-in service has not answered yet. This page opens as soon as it does.",
);

/** Shown after a session has ended, in place of the card for visitors. */
export const ENDED = {
  title: "Your sign-in has ended",
  text: "Sign in again to go on.",
};

export const OFFICE_UNAVAILABLE = ofService(
  "This tab's office is not available",
  "Another tab of this browser has another of your offices open. Try again, or close the other tab.",
);

/** A problem of the person's membership. They can open another office, or sign out. */
const ofMember = (
  title: string,
  text: string,
  offices: readonly OfficeToOpen[],
): AccessProblem => ({
  icon: <LockKeyhole aria-hidden="true" />,
  title,
  text,
  children: <ProblemActions offices={offices} canSignOut />,
});

export const noOffice = (offices: readonly OfficeToOpen[]) =>
  offices.length === 0
    ? ofMember(
        "You are in no office yet",
        "Ask the admin of your office to add you, then try again.",
        offices,
      )
    : ofMember("Choose an office", "You have not chosen one of your offices yet.", offices);

export const removedFrom = (name: string | undefined, offices: readonly OfficeToOpen[]) =>
  ofMember(
    "You are no longer in this office",
    `${name ?? "The office"} no longer lists you as a member. If that is a mistake, ask its admin to add you again.`,
    offices,
  );
