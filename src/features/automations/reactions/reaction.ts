import type { Datum } from "../../segments/rule-data.ts";
import type { Signal } from "../entry/signals.ts";
import type { GraphEffect } from "./step-effects.ts";

/** What a write would change about contacts, as far as automations and campaigns notice it. */
export type ContactChange = {
  /** What triggers wait for. */
  readonly signals?: readonly Signal[];
  /** Lists that contacts join, whatever else changes. */
  readonly joinedListIds?: readonly string[];
  /** Lists that contacts unsubscribe from; `all`: from every list of theirs. */
  readonly leftListIds?: "all" | readonly string[];
  /** What rules of segments, conditions and audiences may read differently; `all` of a contact that is new. */
  readonly data?: "all" | readonly Datum[];
  /** The contacts may be mailed, and could not be before. */
  readonly opensGate?: boolean;
  /** Undefined: any. */
  readonly contactIds?: readonly string[];
};

/** What a change lets write to people, or call addresses outside; a list does so by its notices. */
export type Reaction = {
  readonly by: "automation" | "campaign" | "form" | "list";
  readonly id: string;
  readonly name: string;
  readonly effects: readonly GraphEffect[];
};
