import { canonicalJson } from "../../../features/mcp/canonical-json.ts";
import type { Json } from "../arguments.ts";
import { readItems, objectIn } from "./preview.ts";

/** The number of changes of each kind that are shown. */
const maxShown = 20;
const maxTextLength = 200;

type Step = { readonly id: string; readonly type: string; readonly config: Json };
type ReadGraph = { readonly nodes: readonly Step[]; readonly edges: readonly string[] };

const toStep = ({ id, type, config }: Json): Step => ({ id: String(id), type: String(type), config: objectIn(config) });

/** The output that most steps have may be left out. */
const toEdgeText = ({ from, output = "next", to }: Json): string => `${String(from)} ${String(output)} → ${String(to)}`;

/** The graph of an automation or of a request, which may be anything: the operation refuses it then. */
export function graphIn(object: unknown): ReadGraph {
  const graph = objectIn(objectIn(object)["graph"]);
  return {
    nodes: readItems({ items: graph["nodes"] }).map(toStep),
    edges: readItems({ items: graph["edges"] }).map(toEdgeText),
  };
}

const toText = (value: unknown): string | undefined =>
  typeof value === "string" ? value.slice(0, maxTextLength) : undefined;

/** What the step says to whom: the subject of an e-mail, the host that a webhook calls. */
function describeOutside({ type, config }: Step): Json {
  if (type === "email" || type === "notify") return { subject: toText(config["subject"]) };
  if (type !== "webhook") return {};
  const url = String(config["url"]);
  return { host: toText(URL.canParse(url) ? new URL(url).host : url) };
}

const shownStep = (step: Step): Json => ({ key: step.id, type: step.type, ...describeOutside(step) });

/** The names of the settings that differ, with what the step said before where that differs. */
function shownChange(before: Step, after: Step): Json {
  const settings = Object.keys({ ...before.config, ...after.config }).filter(
    (name) => canonicalJson(before.config[name]) !== canonicalJson(after.config[name]),
  );
  const wasOutside = describeOutside(before);
  const isSaidOtherwise = canonicalJson(wasOutside) !== canonicalJson(describeOutside(after));
  return {
    ...shownStep(after),
    ...(before.type === after.type ? {} : { typeBefore: before.type }),
    ...(isSaidOtherwise ? { before: wasOutside } : {}),
    settings: settings.slice(0, maxShown),
  };
}

const isChanged = (before: Step, after: Step): boolean =>
  before.type !== after.type || canonicalJson(before.config) !== canonicalJson(after.config);

/** Added, changed and removed steps and connections of a graph. */
export function graphChanges(before: ReadGraph, after: ReadGraph): Json {
  const old = new Map(before.nodes.map((step) => [step.id, step]));
  const kept = new Set(after.nodes.map(({ id }) => id));
  const changed = after.nodes.flatMap((step) => {
    const was = old.get(step.id);
    return was !== undefined && isChanged(was, step) ? [shownChange(was, step)] : [];
  });
  const all = {
    added: after.nodes.filter(({ id }) => !old.has(id)).map(shownStep),
    changed,
    removed: before.nodes.filter(({ id }) => !kept.has(id)).map(shownStep),
    connected: after.edges.filter((edge) => !before.edges.includes(edge)),
    disconnected: before.edges.filter((edge) => !after.edges.includes(edge)),
  };
  const notShown = Object.values(all).reduce((sum, { length }) => sum + Math.max(0, length - maxShown), 0);
  const shown = Object.entries(all).map(([kind, list]) => [kind, list.slice(0, maxShown)] as const);
  return { ...Object.fromEntries(shown), ...(notShown > 0 ? { notShown } : {}) };
}
