/** Attacks over websockets: conversations that begin like the real client's and contain mutated messages. */
import { Conversation } from "./conversation";
import { copy, isObject, write, type Tree, type TreeObject } from "./json";
import { hostileValue, mutateBytes, mutateTree, randomBytes } from "./mutate";
import { plausibleArgs } from "./plausibleArgs";
import type { ListedFunction } from "../support/publicFunctions";
import type { Random } from "../support/random";
import type { Recording } from "./recording";
import { sendRawFrames } from "./rawFrames";
import type { Tally } from "./tally";

export interface MessageFuzzOptions {
  readonly url: string;
  readonly recording: Recording;
  readonly functions: readonly ListedFunction[];
  /** Functions to call rarely. */
  readonly expensive: RegExp | undefined;
  /** Of the user that more than half of the connections sign in as. */
  readonly token: () => string;
  readonly random: Random;
  readonly tally: Tally;
}

const WEIGHTS: Record<string, number> = {
  Mutation: 36,
  ModifyQuerySet: 40,
  Action: 8,
  Event: 3,
  Authenticate: 4,
  Connect: 1,
};
const MAX_WATCHED = 12;
const MAX_BATCHES = 20;
const MAX_BATCH = 30;

export class MessageFuzz {
  readonly #o: MessageFuzzOptions;
  readonly #byType = new Map<string, TreeObject[]>();
  readonly #types: readonly string[];
  readonly #byPath: ReadonlyMap<string, ListedFunction>;

  constructor(options: MessageFuzzOptions) {
    this.#o = options;
    for (const message of options.recording.messages) {
      const type = textOr(message.type, "");
      this.#byType.set(type, [...(this.#byType.get(type) ?? []), message]);
    }
    this.#types = Object.entries(WEIGHTS).flatMap(([type, weight]) =>
      this.#byType.has(type) ? Array.from({ length: weight }, () => type) : [],
    );
    this.#byPath = new Map(options.functions.map((one) => [one.path, one]));
  }

  /** One connection from its opening to its end. */
  async connection(): Promise<void> {
    const { url, random, tally } = this.#o;
    tally.connections += 1;
    if (random.chance(0.02)) {
      tally.messages += await sendRawFrames({ url, random, tally });
      return;
    }
    const conversation = await Conversation.open(url, tally);
    const sender = new Sender(this.#o, conversation);
    this.#connect(sender);
    for (let batch = random.below(MAX_BATCHES); batch >= 0; batch -= 1) {
      for (let left = random.below(MAX_BATCH); left >= 0; left -= 1) {
        if (conversation.isOver || conversation.isUncertain) break;
        this.#sendOne(sender);
      }
      await conversation.settle();
      if (conversation.isOver) return;
    }
    await conversation.close();
  }

  #connect(sender: Sender): void {
    const { random, token } = this.#o;
    if (random.chance(0.01)) return;
    sender.send({
      type: "Connect",
      sessionId: sender.sessionId,
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: 1,
    });
    if (random.chance(0.6)) {
      sender.send({
        type: "Authenticate",
        baseVersion: 0,
        tokenType: "User",
        value: token(),
      });
    }
  }

  #sendOne(sender: Sender): void {
    const { random } = this.#o;
    const message = this.#fresh(sender);
    if (message === null) return;
    const choice = random.next();
    if (choice < 0.3) sender.send(message);
    else if (choice < 0.92) sender.send(mutatedInside(message, random));
    else if (choice < 0.96) sender.send(mutateTree(message, random));
    else if (choice < 0.98)
      sender.sendBytes(mutateBytes(Buffer.from(write(message)), random), false);
    else if (choice < 0.983) sender.sendBytes(randomBytes(random, 200), true);
    else sender.repeat();
  }

  /** A recorded message with the versions and ids of this conversation, and often with other arguments. */
  #fresh(sender: Sender): TreeObject | null {
    const { random } = this.#o;
    const type = random.pick(this.#types);
    const message = copy(random.pick(this.#byType.get(type) ?? []));
    switch (type) {
      case "ModifyQuerySet":
        return this.#freshQueries(message, sender);
      case "Mutation":
      case "Action":
        message.requestId = sender.nextRequestId();
        return this.#freshCall(message) ? message : null;
      case "Authenticate":
        message.baseVersion = sender.conversation.model.identityVersion;
        if (message.tokenType === "User") message.value = this.#o.token();
        return message;
      default:
        return message;
    }
  }

  #freshQueries(message: TreeObject, sender: Sender): TreeObject {
    const { model } = sender.conversation;
    const { random } = this.#o;
    message.baseVersion = model.querySetVersion;
    message.newVersion = model.querySetVersion + 1;
    const watched = [...model.queryIds];
    const removed = watched.length >= MAX_WATCHED ? watched : watched.slice(0, random.below(3));
    const added = (message.modifications as TreeObject[]).filter((one) => one.type === "Add");
    // Duplicate subscriptions, which the real client never sends.
    if (random.chance(0.1)) added.push(...added.map(copy));
    for (const one of added) {
      one.queryId = sender.nextQueryId();
      this.#freshCall(one);
    }
    message.modifications = [...removed.map((queryId) => ({ type: "Remove", queryId })), ...added];
    return message;
  }

  #freshCall(call: TreeObject): boolean {
    const { random, recording, expensive } = this.#o;
    const udfPath = textOr(call.udfPath, "");
    const found = this.#byPath.get(udfPath);
    if (expensive?.test(udfPath) && !random.chance(0.01)) return false;
    if (found && random.chance(0.5)) call.args = [plausibleArgs(found, recording.known, random)];
    return true;
  }
}

function textOr(tree: Tree | undefined, otherwise: string): string {
  return typeof tree === "string" ? tree : otherwise;
}

/** Mutates the arguments, journal, path or token, so that a valid message reaches the function. */
function mutatedInside(message: TreeObject, random: Random): TreeObject {
  const mutated = copy(message);
  const modifications = mutated.modifications;
  const call = Array.isArray(modifications)
    ? modifications.filter(isObject).find(({ type }) => type === "Add")
    : mutated;
  if (!call) return mutated;
  if (call.type === "Authenticate") {
    call.value = mutateTree([call.value ?? ""], random);
    if (Array.isArray(call.value)) call.value = call.value[0] ?? "";
  } else if (call.type === "Add" && random.chance(0.25)) {
    call.journal = mutatedJournal(random);
  } else if (random.chance(0.05)) {
    call.udfPath = mutateTree([call.udfPath ?? ""], random);
    if (Array.isArray(call.udfPath)) call.udfPath = call.udfPath[0] ?? "";
  } else if (Array.isArray(call.args)) {
    call.args = [mutateTree(call.args[0] ?? {}, random)];
  }
  return mutated;
}

function mutatedJournal(random: Random): Tree {
  const journal: Tree = {
    endCursor: random.pick<Tree>(["", "end", "[1,2]", "AAAA", null, 5]),
  };
  return random.pick<Tree>([
    write(journal),
    write(mutateTree(journal, random)),
    write(hostileValue(random)),
    `{"endCursor":${write(hostileValue(random))}`,
    hostileValue(random),
    null,
  ]);
}

class Sender {
  readonly sessionId: string;
  readonly #o: MessageFuzzOptions;
  #last: string | null = null;
  #requestId = 0;
  #queryId = 0;

  constructor(
    options: MessageFuzzOptions,
    readonly conversation: Conversation,
  ) {
    this.#o = options;
    const { random } = options;
    // Some sessions are shared, so that mutation ids are repeated.
    this.sessionId = random.chance(0.2)
      ? random.pick(["\ud800", "\udfff", "a\0", "same"])
      : `session-${random.below(2 ** 32)}`;
  }

  nextRequestId(): number {
    return (this.#requestId += 1);
  }

  nextQueryId(): number {
    return (this.#queryId += 1);
  }

  send(message: Tree): void {
    this.#last = write(message);
    this.#count();
    this.conversation.send(this.#last);
  }

  sendBytes(bytes: Buffer, binary: boolean): void {
    this.#count();
    this.conversation.send(bytes, binary);
  }

  repeat(): void {
    if (this.#last === null) return;
    this.#count();
    this.conversation.send(this.#last);
  }

  #count(): void {
    this.#o.tally.messages += 1;
  }
}
