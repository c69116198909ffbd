import type { Context } from "../../context.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import { setContentUses } from "../content/uses/service.ts";
import { saveTriggers } from "./entry/triggers.ts";
import type { ParsedGraph } from "./graph/parse.ts";
import type { AutomationRecord } from "./queries.ts";
import { namedObjects } from "./references.ts";
import { replaceReferences, type NamedObject } from "./references.queries.ts";
import { savePasswords, withoutPasswords } from "./secrets.ts";
import { insertVersion } from "./versions.queries.ts";

type Version = Pick<AutomationRecord, "id" | "status" | "version">;

/** Writes a version with what belongs to the newest graph: references, passwords and uses of content. */
export async function writeGraph(ctx: Context, automation: Version, parsed: ParsedGraph): Promise<void> {
  const { id, version } = automation;
  const stamp = { authorId: memberIdOf(ctx.actor), createdAt: ctx.clock.now() };
  await savePasswords(ctx, id, parsed.graph);
  await insertVersion(ctx.db, id, { version, graph: withoutPasswords(parsed.graph), ...stamp });
  const named = namedObjects(parsed);
  await replaceReferences(ctx.db, id, named);
  await saveTriggers(ctx, automation, parsed.graph);
  await saveContentUses(ctx, automation, named);
}

/** The templates of any automation are kept; those of an active one change only by publishing. */
export async function saveContentUses(
  ctx: Context,
  { id, status }: Version,
  named: readonly NamedObject[],
): Promise<void> {
  const uses = named
    .filter(({ kind }) => kind === "template")
    .map((object) => ({ contentKind: "template" as const, contentId: object.id, isActive: status === "active" }));
  await setContentUses(ctx, { kind: "automation", id }, uses);
}
