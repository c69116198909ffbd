import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Card, Facts } from "../../../ui/display/card.tsx";
import type { List } from "../list-parts.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

export function SettingsCard({ list }: { list: List }) {
  const { settings, facts: t } = useMessages(detailMessages);
  const { options: shops } = useShops();
  const { senderEmail, senderName, notifyOnAdd, notifyOnUnsubscribe } = list;
  const notices = [notifyOnAdd ? t.noticeAdd : "", notifyOnUnsubscribe ? t.noticeUnsubscribe : ""].filter(Boolean);
  const shop = list.shopId === null ? t.wholeCompany : shops.find(({ value }) => value === list.shopId)?.label;
  const facts: [string, ReactNode][] = [
    [t.publicName, list.publicName],
    [t.shop, shop],
    [t.sender, [senderName, senderEmail].filter(Boolean).join(", ")],
    [t.replyTo, list.replyTo],
    [t.notices, notices.length === 0 ? t.noNotices : notices.join(", ")],
    [t.tags, list.tags.length > 0 && <Tags key="tags" tags={list.tags} />],
    [t.note, list.note],
  ];
  return (
    <Card title={settings}>
      <Facts items={facts.filter(([, value]) => Boolean(value))} />
    </Card>
  );
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className={classes["tags"]}>
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
);
