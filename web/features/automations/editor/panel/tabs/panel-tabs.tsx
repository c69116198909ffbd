import type { ReactNode } from "react";
import { useFormats, useMessages } from "../../../../../i18n/messages.tsx";
import { useAutomationEditor, type PanelTab } from "../../editor-context.ts";
import type { GraphNode } from "../../model/graph.ts";
import { ContactsTab } from "./contacts-tab.tsx";
import { ResultsTab } from "./results-tab.tsx";
import { tabMessages } from "./messages.ts";
import classes from "./tabs.module.css";

const panelTabs: readonly PanelTab[] = ["settings", "results", "contacts"];

/** The settings of a node beside what it did and who is there; a node that is not saved yet has its settings only. */
export function PanelTabs({ node, children }: { node: GraphNode; children: ReactNode }) {
  const t = useMessages(tabMessages);
  const { number } = useFormats();
  const { counts, grammar, panelTab, showTab } = useAutomationEditor();
  const found = counts.nodes[node.id];
  if (found === undefined) return children;
  const canWait = grammar.steps.get(node.type)?.waits === true;
  const people = canWait ? found.waiting : found.passed;
  return (
    <>
      <div className={classes["tabs"]} role="tablist" aria-label={t.label}>
        {panelTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`panel-tab-${tab}`}
            aria-selected={tab === panelTab}
            aria-controls={`panel-${tab}`}
            tabIndex={tab === panelTab ? 0 : -1}
            onClick={() => showTab(tab)}
            onKeyDown={({ key, currentTarget }) => {
              const next = neighbourOf(tab, key);
              if (next === undefined) return;
              showTab(next);
              currentTarget.parentElement?.querySelector<HTMLElement>(`#panel-tab-${next}`)?.focus();
            }}
          >
            {t.tabs[tab]}
            {tab === "contacts" && people > 0 && <span>{number(people)}</span>}
          </button>
        ))}
      </div>
      {/* Hidden rather than left out: what is typed and not valid yet stays. */}
      <div className={classes["pane"]} role="tabpanel" {...paneOf("settings", panelTab)}>
        {children}
      </div>
      {panelTab === "results" && (
        <div className={classes["pane"]} role="tabpanel" {...paneOf("results", panelTab)}>
          <ResultsTab node={node} />
        </div>
      )}
      {panelTab === "contacts" && (
        <div className={classes["pane"]} role="tabpanel" {...paneOf("contacts", panelTab)}>
          <ContactsTab node={node} canWait={canWait} />
        </div>
      )}
    </>
  );
}

const paneOf = (tab: PanelTab, shown: PanelTab) => ({
  id: `panel-${tab}`,
  "aria-labelledby": `panel-tab-${tab}`,
  hidden: tab !== shown,
});

function neighbourOf(tab: PanelTab, key: string): PanelTab | undefined {
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  return step === 0 ? undefined : panelTabs[panelTabs.indexOf(tab) + step];
}
