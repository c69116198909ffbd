import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { approvalMessages } from "./approval-messages.ts";
import classes from "./approvals.module.css";

/** Campaigns that wait for a second person; nothing while there is no request. */
export function WaitingApprovals() {
  const t = useMessages(approvalMessages);
  const can = useCan();
  const { data } = useQuery({
    ...read("GET /campaign-approvals", { query: { state: "waiting", pageSize: 1 } }),
    enabled: can("campaigns", "full"),
    refetchInterval: 30_000,
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <div className={classes["banner"]}>
      <Callout tone="warn" action={<Link to="/campaigns/approvals">{t.look}</Link>}>
        {t.waitingBanner(data.total)}
      </Callout>
    </div>
  );
}
