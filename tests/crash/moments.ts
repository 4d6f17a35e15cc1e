/** What just happened between the clients and the server, told as it happens, so that a kill can be aimed at it. */
/** `scheduled` is the answer to what left work for the scheduler to do at once. */
export type Moment =
  "sent" | "answered" | "uploading" | "uploaded" | "scheduled";

interface Aim {
  readonly moment: Moment;
  left: number;
  readonly act: () => void;
}

export class Moments {
  readonly #aims = new Set<Aim>();

  tell(moment: Moment): void {
    for (const aim of this.#aims) {
      if (aim.moment !== moment) continue;
      aim.left -= 1;
      if (aim.left > 0) continue;
      this.#aims.delete(aim);
      aim.act();
    }
  }

  /** Acts within the `nth` such moment from now on, before anything else happens. Gives what calls it off. */
  at(moment: Moment, nth: number, act: () => void): () => void {
    const aim = { moment, left: nth, act };
    this.#aims.add(aim);
    return () => void this.#aims.delete(aim);
  }
}
