import { ConvexReactClient, type MutationOptions } from "convex/react";
import type {
  ArgsAndOptions,
  FunctionArgs,
  FunctionReference,
  FunctionReference_future,
  FunctionReturnType,
  FunctionType,
  OptionalRestArgs,
} from "convex/server";

type Reference<Type extends FunctionType> =
  | FunctionReference<Type>
  | FunctionReference_future<Type>;

/**
 * Adds to every mutation and action the person and office that the page shows, so that the server refuses the call if
 * the token belongs to another person or office. A stored call keeps the sender that it names.
 */
export class SenderClient extends ConvexReactClient {
  /** `senderKey` of the person and office that the page shows; undefined while nobody is signed in. */
  #sender: string | undefined;

  setSender(sender: string | undefined): void {
    this.#sender = sender;
  }

  override mutation<Mutation extends Reference<"mutation">>(
    mutation: Mutation,
    ...given: ArgsAndOptions<Mutation, MutationOptions<FunctionArgs<Mutation>>>
  ): Promise<FunctionReturnType<Mutation>> {
    return super.mutation(mutation, ...this.#withSender(given));
  }

  override action<Action extends Reference<"action">>(
    action: Action,
    ...given: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    return super.action(action, ...this.#withSender(given));
  }

  /** Adds the sender to a call's arguments. The first argument is the function's; the others are options. */
  #withSender<Given extends readonly unknown[]>(given: Given): Given {
    const [args, ...options] = given as readonly [object?, ...unknown[]];
    // Convex leaves out fields that are undefined.
    const sent: unknown = [{ sentFor: this.#sender, ...args }, ...options];
    return sent as Given;
  }
}
