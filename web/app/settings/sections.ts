import { useRouter } from "@tanstack/react-router";
import type { Level, Module } from "../../../src/kernel/access.ts";
import { useCan } from "../../api/session.tsx";
import {
  IconApps,
  IconBell,
  IconBuilding,
  IconBuildingStore,
  IconChecklist,
  IconCreditCard,
  IconHistory,
  IconKey,
  IconListDetails,
  IconRobot,
  IconTag,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  IconWorldWww,
  type Icon,
} from "../../ui/icons.ts";

type SettingsSection = {
  readonly key:
    | "account"
    | "company"
    | "shops"
    | "consents"
    | "tracking"
    | "members"
    | "keys"
    | "apps"
    | "assistants"
    | "webhooks"
    | "labels"
    | "fields"
    | "notifications"
    | "billing"
    | "audit";
  readonly to: string;
  readonly icon: Icon;
  /** Hidden from members without the level; null for everybody. */
  readonly module: Module | null;
  readonly level?: Level;
};

const groups: readonly {
  readonly group: "own" | "company" | "access" | "data" | "operation";
  readonly sections: readonly SettingsSection[];
}[] = [
  { group: "own", sections: [{ key: "account", to: "/settings/account", icon: IconUserCircle, module: null }] },
  {
    group: "company",
    sections: [
      { key: "company", to: "/settings/company", icon: IconBuilding, module: "settings" },
      { key: "shops", to: "/settings/shops", icon: IconBuildingStore, module: "settings" },
      { key: "consents", to: "/settings/consents", icon: IconChecklist, module: "contacts" },
      { key: "tracking", to: "/settings/tracking", icon: IconWorldWww, module: "settings" },
    ],
  },
  {
    group: "access",
    sections: [
      { key: "members", to: "/settings/members", icon: IconUsers, module: "settings" },
      { key: "keys", to: "/settings/api-keys", icon: IconKey, module: "settings" },
      { key: "apps", to: "/settings/apps", icon: IconApps, module: null },
      { key: "assistants", to: "/settings/assistants", icon: IconRobot, module: "campaigns" },
      { key: "webhooks", to: "/settings/webhooks", icon: IconWebhook, module: "settings", level: "full" },
    ],
  },
  {
    group: "data",
    sections: [
      { key: "labels", to: "/settings/labels", icon: IconTag, module: "settings" },
      { key: "fields", to: "/settings/fields", icon: IconListDetails, module: "contacts" },
    ],
  },
  {
    group: "operation",
    sections: [
      { key: "notifications", to: "/settings/notifications", icon: IconBell, module: "settings" },
      { key: "billing", to: "/settings/billing", icon: IconCreditCard, module: "billing" },
      { key: "audit", to: "/settings/audit", icon: IconHistory, module: "settings" },
    ],
  },
];

/** The sections that the member may open, by group. */
export function useSettingsSections() {
  const can = useCan();
  const { routesByPath } = useRouter();
  const isShown = ({ to, module, level }: SettingsSection) =>
    to in routesByPath && (module === null || can(module, level));
  return groups
    .map(({ group, sections }) => ({ group, sections: sections.filter(isShown) }))
    .filter(({ sections }) => sections.length > 0);
}
