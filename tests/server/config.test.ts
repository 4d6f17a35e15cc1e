import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../server/config";
import { StartupError } from "../../packages/embedded-convex/src/store/errors";

describe("readConfig", () => {
  it("readConfig needs no variable: every one has a default", () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dataDir: resolve(".data"),
      signUps: "invite",
      publicUrl: undefined,
      logLevel: "warn",
      dailyBackups: true,
    });
  });

  it("treats an empty variable as not set", () => {
    expect(readConfig({ PORT: "", PUBLIC_URL: "", SIGN_UPS: "" })).toEqual(readConfig({}));
  });

  it("reads every variable", () => {
    expect(
      readConfig({
        PORT: "0",
        HOST: "0.0.0.0",
        DATA_DIR: "/srv/desk",
        SIGN_UPS: "open",
        PUBLIC_URL: "https://desk.example.com/",
        LOG_LEVEL: "debug",
        DAILY_BACKUPS: "off",
      }),
    ).toEqual({
      port: 0,
      host: "0.0.0.0",
      dataDir: "/srv/desk",
      signUps: "open",
      publicUrl: "https://desk.example.com",
      logLevel: "debug",
      dailyBackups: false,
    });
  });

  it("names every invalid variable in one message", () => {
    const read = () =>
      readConfig({
        PORT: "70000",
        SIGN_UPS: "closed",
        PUBLIC_URL: "desk",
        LOG_LEVEL: "warn",
        DAILY_BACKUPS: "yes",
      });
    expect(read).toThrow(StartupError);
    expect(read).toThrow(
      'Check the configuration: PORT must be a port number from 0 to 65535 (it is "70000"); ' +
        'SIGN_UPS must be "invite" or "open" (it is "closed"); ' +
        'PUBLIC_URL must be an address without a path, as in "https://desk.example.com" (it is "desk"); ' +
        'DAILY_BACKUPS must be "on" or "off" (it is "yes").',
    );
  });

  it.each(["3000x", "-1", "1e3", "65536", " 3000"])("rejects %j as a port", (PORT) => {
    expect(() => readConfig({ PORT })).toThrow("PORT must be a port number");
  });

  it.each(["ftp://a.b", "https://a.b/path", "https://u@a.b", "https://a.b/?q"])(
    "rejects %j as the public URL",
    (PUBLIC_URL) => {
      expect(() => readConfig({ PUBLIC_URL })).toThrow("PUBLIC_URL must be");
    },
  );

  it("documents every variable in .env.example", () => {
    const example = readFileSync(".env.example", "utf8");
    for (const name of ["PORT", "HOST", "DATA_DIR", "SIGN_UPS", "PUBLIC_URL", "LOG_LEVEL"]) {
      expect(example).toMatch(new RegExp(`^#.*\\n(#.*\\n)*(# )?${name}=`, "m"));
    }
  });
});
