import { useFormats, useMessages } from "../../../../../i18n/messages.tsx";
import { Facts } from "../../../../../ui/display/card.tsx";
import { ShareBar } from "../../../../../ui/display/share-bar.tsx";
import type { Report } from "../../../detail/steps-card.tsx";
import { useAutomationEditor } from "../../editor-context.ts";
import { outputsOf } from "../../model/grammar.ts";
import type { GraphNode } from "../../model/graph.ts";
import { figuresOf, type NodeFigures } from "../../model/node-figures.ts";
import { useOutputName } from "../../use-output-name.ts";
import { EmailFigures } from "./email-figures.tsx";
import { useNodeOrders } from "./use-node-orders.ts";
import { tabMessages } from "./messages.ts";
import classes from "./tabs.module.css";

/** What a node did since the automation exists: of an e-mail and a webhook by outcome, of a branch by output. */
export function ResultsTab({ node }: { node: GraphNode }) {
  const t = useMessages(tabMessages);
  const { number } = useFormats();
  const { counts, grammar, report } = useAutomationEditor();
  const figures = figuresOf({ counts, report }, node);
  const webhook = report?.webhooks.find((each) => each.node === node.id);
  const outputs = outputsOf(grammar, node);
  const canWait = grammar.steps.get(node.type)?.waits === true;
  return (
    <div className={classes["content"]}>
      {figures.email !== undefined && <EmailResults email={figures.email} />}
      {webhook !== undefined && <WebhookResults webhook={webhook} />}
      {figures.email === undefined && webhook === undefined && (
        <Facts
          items={[
            [t.passed, number(figures.passed)],
            ...(canWait ? ([[t.waiting, number(figures.waiting)]] as const) : []),
          ]}
        />
      )}
      {outputs.length > 1 && <Branches node={node} outputs={outputs} figures={figures} />}
    </div>
  );
}

function EmailResults({ email }: { email: Report["emails"][number] }) {
  const t = useMessages(tabMessages);
  const { number, percent, money } = useFormats();
  const totals = useNodeOrders(email.node, email.sent > 0) ?? [];
  if (email.sent + email.skipped + email.failed + email.unknown === 0)
    return <p className={classes["note"]}>{t.noEmails}</p>;
  const share = (part: number) =>
    email.delivered === 0 ? number(part) : t.share(part, percent(part / email.delivered));
  return (
    <>
      <EmailFigures node={email.node} />
      <Facts
        items={[
          [t.email.sent, number(email.sent)],
          [t.email.delivered, number(email.delivered)],
          [t.email.opened, share(email.opened)],
          [t.email.clicked, share(email.clicked)],
          [t.email.bounced, number(email.bounced)],
          [t.email.unsubscribed, share(email.unsubscribed)],
          [t.email.complained, number(email.complained)],
          [t.email.skipped, number(email.skipped)],
          [t.email.failed, number(email.failed)],
          ...(email.unknown === 0 ? [] : ([[t.email.unknown, number(email.unknown)]] as const)),
          ...totals.map(
            ({ currency, orders, revenue }) => [t.email.revenue, t.revenue(orders, money(revenue, currency))] as const,
          ),
        ]}
      />
      <p className={classes["note"]}>{t.emailNote}</p>
    </>
  );
}

function WebhookResults({ webhook }: { webhook: Report["webhooks"][number] }) {
  const t = useMessages(tabMessages);
  const { number, dateTime } = useFormats();
  const { succeeded, failed, stopped, waiting, lastStatus, lastError, lastAt } = webhook;
  const errors: Readonly<Record<string, string>> = t.webhook.errors;
  return (
    <Facts
      items={[
        [t.webhook.succeeded, number(succeeded)],
        [t.webhook.failed, number(failed)],
        [t.webhook.waiting, number(waiting)],
        ...(stopped === 0 ? [] : ([[t.webhook.stopped, number(stopped)]] as const)),
        ...(lastAt === null ? [] : ([[t.webhook.last, dateTime(lastAt)]] as const)),
        ...(lastStatus === null ? [] : ([[t.webhook.status, String(lastStatus)]] as const)),
        ...(lastError === null ? [] : ([[t.webhook.error, errors[lastError] ?? lastError]] as const)),
      ]}
    />
  );
}

type BranchesProps = {
  readonly node: GraphNode;
  readonly outputs: readonly string[];
  readonly figures: NodeFigures;
};

function Branches({ node, outputs, figures }: BranchesProps) {
  const t = useMessages(tabMessages);
  const { number } = useFormats();
  const outputName = useOutputName();
  const passed = outputs.reduce((sum, output) => sum + (figures.outputs[output] ?? 0), 0);
  return (
    <dl className={classes["branches"]} aria-label={t.branches}>
      {outputs.map((output) => (
        <div key={output}>
          <dt>{outputName(node, output)}</dt>
          <dd>{number(figures.outputs[output] ?? 0)}</dd>
          <dd>
            <ShareBar part={figures.outputs[output] ?? 0} of={passed} tone="accent" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
