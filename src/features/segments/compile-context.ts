import type { FieldType } from "../contacts/fields/values.ts";
import type { RuleGroup } from "./grammar.ts";

/** What a definition is read against: the company, its calendar, and what rules name by id. */
export type CompileContext = {
  readonly tenantId: string;
  readonly now: Date;
  readonly timeZone: string;
  readonly customFields: ReadonlyMap<string, FieldType>;
  readonly segments: ReadonlyMap<string, ReferencedSegment>;
  /** Something that a rule names is gone. Nobody matches then: "not in" what is gone would be everybody. */
  readonly hasMissingReference: boolean;
};

export type ReferencedSegment = { readonly isSnapshot: boolean; readonly definition: RuleGroup };

/** A static segment is its snapshot from the first one on. Before, and as long as it is live, it is its rules. */
export const hasSnapshot = ({
  refresh,
  computedAt,
}: {
  refresh: "daily" | "static";
  computedAt: Date | null;
}): boolean => refresh === "static" && computedAt !== null;
