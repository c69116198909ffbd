import { useFormats, useMessages } from "../../../../../i18n/messages.tsx";
import type { Report } from "../../../detail/steps-card.tsx";
import { useAutomationEditor } from "../../editor-context.ts";
import { countOrders, useNodeOrders } from "./use-node-orders.ts";
import { tabMessages } from "./messages.ts";
import classes from "./tabs.module.css";

/** The results of an e-mail in one line; nothing before the first one was sent. */
export function EmailFigures({ node }: { node: string }) {
  const { report } = useAutomationEditor();
  const email = report?.emails.find((each) => each.node === node);
  return email === undefined || email.sent === 0 ? null : <Figures email={email} />;
}

function Figures({ email }: { email: Report["emails"][number] }) {
  const t = useMessages(tabMessages);
  const { number, percent } = useFormats();
  const totals = useNodeOrders(email.node, true);
  const share = (part: number) => (email.delivered === 0 ? "–" : percent(part / email.delivered));
  const orders = totals === undefined ? 0 : countOrders(totals);
  const items = [
    [t.figures.sent, number(email.sent)],
    [t.figures.opened, share(email.opened)],
    [t.figures.clicked, share(email.clicked)],
    [t.figures.orders(orders), totals === undefined ? "…" : number(orders)],
  ] as const;
  return (
    <dl className={classes["figures"]} aria-label={t.tabs.results}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
