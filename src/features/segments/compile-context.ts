import type { FieldType } from "../contacts/fields/values.ts";
import type { RuleGroup } from "./grammar.ts";

/** The context of a compilation: the company, its calendar, and the objects that rules reference. */
export type CompileContext = {
  readonly tenantId: string;
  readonly now: Date;
  readonly timeZone: string;
  readonly customFields: ReadonlyMap<string, FieldType>;
  /** Deleted options that contacts are still to lose, by the field: they count as no value. */
  readonly removedOptions: ReadonlyMap<string, readonly string[]>;
  readonly segments: ReadonlyMap<string, ReferencedSegment>;
  /** A rule references a deleted object. Then no contact matches: "not in" a deleted list would match all of them. */
  readonly hasMissingReference: boolean;
};

export type ReferencedSegment = { readonly isSnapshot: boolean; readonly definition: RuleGroup };

/** A static segment uses its snapshot once there is one; otherwise, and for daily segments, its rules are evaluated. */
export const hasSnapshot = ({
  refresh,
  computedAt,
}: {
  refresh: "daily" | "static";
  computedAt: Date | null;
}): boolean => refresh === "static" && computedAt !== null;
