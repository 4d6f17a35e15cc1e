/** Counts of requests and responses, and the faults found. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly faults: string[] = [];
  messages = 0;
  requests = 0;
  connections = 0;

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Stops the attack: more faults add nothing, and each may take 30 s. */
  get isEnough(): boolean {
    return (this.counts.get("fault") ?? 0) >= 100;
  }

  fault(description: string): void {
    // One cause often makes thousands of faults.
    if (this.faults.length < 100) this.faults.push(description);
    this.count("fault");
  }
}
