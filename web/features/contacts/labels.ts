import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { inParts } from "../../ui/grid/selected-ids.ts";

type Label = OutputOf<"GET /labels">["items"][number];

type LabelChange = {
  readonly labels: readonly Label[];
  /** Names; unknown ones become labels. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

const contactsPerCall = 1000;

/** Gives labels to contacts and takes others from them. */
export async function changeLabels(contactIds: readonly string[], { labels, added, removed }: LabelChange) {
  const named = (name: string) => labels.find((label) => label.name.toLowerCase() === name.trim().toLowerCase());
  for (const name of added) {
    const { id } = named(name) ?? (await call("POST /labels", { body: { name } }));
    await assign(id, contactIds, "add");
  }
  for (const name of removed) {
    const label = named(name);
    if (label !== undefined) await assign(label.id, contactIds, "remove");
  }
}

async function assign(labelId: string, contactIds: readonly string[], change: "add" | "remove") {
  for (const ids of inParts(contactIds, contactsPerCall)) {
    await call("POST /labels/{label_id}/assign", {
      params: { label_id: labelId },
      body: { kind: "contact", [change]: ids },
    });
  }
}
