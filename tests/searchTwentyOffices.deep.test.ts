import { searchAcceptance } from "./support/searchAcceptance";

searchAcceptance({
  others: 19,
  customers: 2_000,
  jobs: 4_000,
  searches: 240,
  timeoutMs: 900_000,
});
