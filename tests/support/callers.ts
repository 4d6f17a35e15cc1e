/** A caller of the engine: a person, in the workspace of an organization or alone. */
export function callerAs(subject: string, organization?: string) {
  const issuer = "https://clerk.example.test";
  return {
    origin: "http://127.0.0.1:3000",
    identity: {
      subject,
      issuer,
      tokenIdentifier: `${issuer}|${subject}`,
      ...(organization !== undefined && { org_id: organization }),
    },
  };
}
