import { useAutomationEditor } from "../../editor-context.ts";
import type { GraphNode } from "../../model/graph.ts";
import { PassedPeople } from "./passed-people.tsx";
import { WaitingPeople } from "./waiting-people.tsx";
import classes from "./tabs.module.css";

/** Who stands at a node, and who passed it. */
export function ContactsTab({ node, canWait }: { node: GraphNode; canWait: boolean }) {
  const { data } = useAutomationEditor();
  return (
    <div className={classes["content"]}>
      {canWait && <WaitingPeople key={`${data.automation.id} ${node.id}`} node={node} />}
      <PassedPeople node={node} />
    </div>
  );
}
