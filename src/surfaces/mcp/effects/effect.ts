import type { Context } from "../../../context.ts";
import type { ContactChange, Reaction } from "../../../features/automations/reactions/reaction.ts";
import type { OperationInput } from "../arguments.ts";
import { objectIn } from "../previews/preview.ts";

/** What leaves the company. */
export type ExternalEffect = "sends" | "discloses";

/** An effect of a call, and what brings it about: the operation itself, one of its arguments, or what is active. */
export type FoundEffect =
  | { readonly by: "operation"; readonly effects: readonly ExternalEffect[] }
  | { readonly by: "argument"; readonly argument: string; readonly effects: readonly ExternalEffect[] }
  | Reaction;

/** What a call would do, as far as its arguments say. */
export type Consequences = {
  /** Effects that follow from the arguments and the object alone. */
  readonly found?: readonly FoundEffect[];
  /** What it changes about contacts; automations and campaigns may react to it. */
  readonly change?: ContactChange;
};

/** For an operation of the effect `depends`. Changes nothing. */
export type Decide = (ctx: Context, input: OperationInput) => Consequences | Promise<Consequences>;
export type Decisions = Readonly<Record<string, Decide>>;

export const nothing: Consequences = {};

export const byArgument = (argument: string, effect: ExternalEffect): FoundEffect => ({
  by: "argument",
  argument,
  effects: [effect],
});

/** Whether the argument is given, with a value that has the effect. */
export const given = (body: unknown, argument: string, isSuch: (value: unknown) => boolean = () => true): boolean => {
  const value = objectIn(body)[argument];
  return value !== undefined && isSuch(value);
};
export const isAnyGiven = (body: unknown, names: readonly string[]): boolean =>
  names.some((argument) => given(body, argument));
export const isTrue = (value: unknown): boolean => value === true;
export const isSet = (value: unknown): boolean => value !== null && value !== "";
