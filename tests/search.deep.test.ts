import { searchAcceptance } from "./support/searchAcceptance";

searchAcceptance({
  others: 2,
  customers: 60,
  jobs: 180,
  searches: 60,
  timeoutMs: 60_000,
});
