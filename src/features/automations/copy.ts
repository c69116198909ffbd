import { inTransaction, type Context } from "../../context.ts";
import { copyName, retryWithFreeName } from "../../db/unique-names.ts";
import { setTags } from "../labels/tags.ts";
import { parseGraph } from "./graph/parse.ts";
import { automationNames, insertAutomation } from "./queries.ts";
import { writeGraph } from "./write-graph.ts";
import { getAutomation, getAutomationRecord, getStoredGraph } from "./service.ts";

/** A draft with the newest graph, the tags and the settings; secrets are not copied. */
export const copyAutomation = (ctx: Context, id: string, { name }: { name?: string }) =>
  retryWithFreeName(name, () =>
    inTransaction(ctx, async (inner) => {
      const original = await getAutomationRecord(inner, id);
      const graph = await getStoredGraph(inner, original);
      const copy = { ...original, name: await copyName(inner, automationNames, original.name, name) };
      const copyId = await insertAutomation(inner.db, copy, inner.clock.now());
      inner.db.created(copyId);
      await writeGraph(inner, { id: copyId, status: "draft", version: 1 }, parseGraph({ ...graph }, new Set()));
      await setTags(inner, "automation", copyId, original.tags);
      return getAutomation(inner, copyId);
    }),
  );
