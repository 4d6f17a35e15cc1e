import { searchAcceptance } from "./support/searchAcceptance";

searchAcceptance({
  others: 2,
  customers: 100,
  jobs: 300,
  searches: 120,
  timeoutMs: 60_000,
});
