import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { readPage } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { useAddress } from "../../routing/search.ts";
import { Card } from "../../ui/display/card.tsx";
import { Notice } from "../../ui/state/failure.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { RequestItem } from "./request-item.tsx";
import { assistantsMessages } from "./messages.ts";
import classes from "./assistants.module.css";

export function Requests() {
  const { requests: t } = useMessages(assistantsMessages);
  const canDecide = useCan()("campaigns", "full");
  const [address, change] = useAddress();
  const isAll = address["show"] === "all";
  const { data, error, refetch } = useQuery({
    ...readPage("GET /assistant-requests", { query: { pageSize: 50, state: isAll ? undefined : "waiting" } }),
    refetchInterval: 20_000,
  });
  return (
    <Card
      flush
      title={t.title}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.filter}
          value={isAll ? "all" : "waiting"}
          onChange={(value) => change({ show: value === "all" ? "all" : undefined })}
          data={[
            { value: "waiting", label: t.filters.waiting },
            { value: "all", label: t.filters.all },
          ]}
        />
      }
    >
      {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.none} text={t.noneText} />}
      <ul className={classes["requests"]}>
        {data?.items.map((request) => (
          <RequestItem key={request.id} request={request} canDecide={canDecide} />
        ))}
      </ul>
    </Card>
  );
}
