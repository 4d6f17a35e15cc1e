/** `npm run test:fuzz --workspace embedded-convex`: a long run against the chat. */
import { chatApplication } from "./chatApplication";
import { fuzzMain } from "./fuzzMain";

await fuzzMain(chatApplication);
