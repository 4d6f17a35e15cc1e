/** What came of it all: how often what was answered, and what should not have been. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly faults: string[] = [];
  messages = 0;
  requests = 0;
  connections = 0;

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** More would tell nothing new, and each of them may take as long as patience lasts. */
  get isEnough(): boolean {
    return (this.counts.get("fault") ?? 0) >= 100;
  }

  fault(what: string): void {
    // One cause is often met a thousand times.
    if (this.faults.length < 100) this.faults.push(what);
    this.count("fault");
  }
}
