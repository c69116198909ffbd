import type { Json } from "../arguments.ts";
import type { ExternalEffect, FoundEffect } from "./effect.ts";

const words: Readonly<Record<ExternalEffect, string>> = {
  sends: "People may be mailed because of it, by what is active or by the arguments: see consequences.",
  discloses: "Data of the company go outside because of it: see consequences.",
};

type EffectPreview = { readonly shown: Json; readonly warnings: readonly string[] };

/** What an operation that always has its effect does is in its own preview. */
export function previewOfEffects(effects: readonly FoundEffect[]): EffectPreview {
  const consequences = effects.filter(({ by }) => by !== "operation");
  if (consequences.length === 0) return { shown: {}, warnings: [] };
  const kinds = [...new Set(consequences.flatMap((consequence) => consequence.effects))];
  const countOf = (kind: FoundEffect["by"]) => consequences.filter(({ by }) => by === kind).length;
  return {
    shown: {
      automations: countOf("automation"),
      campaigns: countOf("campaign"),
      ...(countOf("form") > 0 ? { forms: countOf("form") } : {}),
      ...(countOf("list") > 0 ? { listsWithNotices: countOf("list") } : {}),
      consequences,
    },
    warnings: kinds.map((kind) => words[kind]),
  };
}
