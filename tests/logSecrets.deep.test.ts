/** Runs everything that handles secrets at the most detailed log level, and searches the log for them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite } from "embedded-convex";
import { createLog } from "../server/monitoring/log";
import { imageBytes } from "./support/images";
import { openTrustingServer } from "./support/attacker/trustingServer";
import { ENTRY_POINTS } from "./support/attacker/entryPoints";

it("the log contains no password, token, cookie, ticket, invitation or key", async () => {
  const lines: string[] = [];
  const server = await openTrustingServer(createLog("debug", (line) => lines.push(line)));
  const { url, observed } = server;
  const secrets = new Map<string, string>();
  const cookies = new Map<string, string>();

  async function account(path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${url}/api/auth/${path}`, {
      headers: {
        "content-type": "application/json",
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
      for (const part of decodeURIComponent(value).split("."))
        if (part.length > 8) secrets.set(`a part of the cookie ${name}`, part);
    }
    const json = (await answer.json()) as Record<string, unknown> | null;
    return json ?? {};
  }
  const person = (name: string, password: string) => {
    secrets.set(`the password of ${name}`, password);
    secrets.set(`the address of ${name}`, `${name}@office.example`);
    return { name, email: `${name}@office.example`, password };
  };

  try {
    const ana = person("ana", "correct horse battery staple");
    await account("sign-up/email", ana);
    await account("sign-in/email", {
      ...ana,
      password: "wrong but nearly right",
    });
    secrets.set("a wrong password", "wrong but nearly right");
    await account("sign-in/email", ana);
    const token = String((await account("token")).token);
    for (const part of token.split(".")) secrets.set(`a part of a token ${part.length}`, part);
    const invitation = String((await account("invitations", {})).path);
    secrets.set("an invitation", invitation.split("=")[1]!);
    await account(`sign-up/policy${invitation.slice(1).replace("/", "")}`);
    await account("sign-up/email", {
      ...person("bo", "another secret of mine"),
      inviteCode: "made-up-invitation-code",
    });
    secrets.set("a code that was made up", "made-up-invitation-code");

    const calls = [
      { path: "jobs:generateUploadUrl", kind: "mutation", args: {} },
      {
        path: "customers:create",
        kind: "mutation",
        args: { customer_name: "" },
      },
      {
        path: "customers:create",
        kind: "mutation",
        args: {
          customer_name: "the secret customer",
          extra: "the secret extra",
        },
      },
      { path: "jobs:get", kind: "query", args: { id: "the secret id" } },
      {
        path: "no:where",
        kind: "action",
        args: { password: "the secret argument" },
      },
    ] as const;
    for (const word of ["customer", "extra", "id", "argument"])
      secrets.set(`an argument: ${word}`, `the secret ${word}`);
    const garbage = "garbage-that-was-to-be-a-token";
    secrets.set("a bad token", garbage);
    for (const ask of Object.values(ENTRY_POINTS)) {
      const { answers } = await ask(url, token, calls);
      const upload = new URL(answers[0]!.value as string);
      secrets.set("the key of a ticket", upload.searchParams.get("key")!);
      secrets.set("a ticket", upload.searchParams.get("ticket")!);
      for (let time = 0; time < 2; time += 1)
        await fetch(upload, {
          method: "POST",
          headers: { "content-type": "image/png" },
          body: imageBytes("image/png"),
        });
      await ask(url, garbage, calls);
      await ask(url, `${token.slice(0, -3)}abc`, calls);
    }
    await account("sign-out", {});

    secrets.set(
      "the secret of the accounts",
      readFileSync(join(observed.dataDir, "accounts.secret"), "utf8").trim(),
    );
    const accounts = openSqlite(join(observed.dataDir, "accounts.db"), {
      readonly: true,
    });
    for (const column of ["privateKey", "publicKey"])
      secrets.set(
        `the key's ${column}`,
        String(accounts.prepare(`SELECT ${column} FROM jwks`).pluck().get()),
      );
    for (const hash of accounts.prepare("SELECT password FROM account").pluck().all())
      secrets.set("a hash", String(hash));
    accounts.close();
  } finally {
    await server.close();
  }

  const log = lines.join("\n");
  // The log did record these requests, otherwise the test would prove nothing.
  expect(log).toContain("/api/auth/sign-in/email");
  expect(lines.length).toBeGreaterThan(5);
  expect(secrets.size).toBeGreaterThan(15);
  const found = [...secrets]
    .filter(([, secret]) => secret.length < 6 || log.includes(secret))
    .map(([name]) => name);
  expect(found, log).toEqual([]);
});
