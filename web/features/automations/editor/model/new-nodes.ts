import type { NodeName } from "../../../../ui/names/automation-nodes.ts";
import type { Config, EditorData } from "./graph.ts";

/** Settings that a new node starts with; what only a person can decide is left out. */
export function newConfig(type: NodeName, { senders }: Pick<EditorData, "senders">): Config {
  const [sender] = senders;
  switch (type) {
    case "email":
      return sender === undefined ? {} : { senderId: sender.id };
    case "wait":
      return { spec: { kind: "delay", amount: 1, unit: "days" } };
    case "cart_abandoned":
      return { after: { kind: "delay", amount: 1, unit: "hours" } };
    case "date":
      return { field: "birthday", time: "09:00" };
    case "split":
      return {
        shares: [
          { output: "a", percent: 50 },
          { output: "b", percent: 50 },
        ],
      };
    default:
      return {};
  }
}

/** Keys are never used twice: the numbers of a removed step must not become those of another one. */
export const newNodeKey = (): string =>
  `s${[...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
