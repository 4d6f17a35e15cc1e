import type { AuthConfig } from "convex/server";

export default {
  providers: [{ domain: "https://login.example", applicationID: "chat" }],
} satisfies AuthConfig;
