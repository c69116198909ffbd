import type { Module } from "../../src/kernel/access.ts";
import {
  IconBan,
  IconFilter,
  IconForms,
  IconLayoutDashboard,
  IconLayoutList,
  IconPackageImport,
  IconRoute,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
  IconTemplate,
  IconUsers,
  type Icon,
} from "../ui/icons.ts";

export type NavigationItem = {
  readonly key:
    | "overview"
    | "campaigns"
    | "automations"
    | "forms"
    | "content"
    | "contacts"
    | "lists"
    | "segments"
    | "suppressions"
    | "shop"
    | "transfers"
    | "deliverability"
    | "settings";
  readonly to: string;
  readonly icon: Icon;
  /** Hidden from members who may not read the module; null for everybody. */
  readonly module: Module | null;
};

/** Items whose page is not in `routes.ts` are not shown. */
export const navigation: readonly {
  readonly group: "reach" | "people" | "operations" | null;
  readonly items: readonly NavigationItem[];
}[] = [
  { group: null, items: [{ key: "overview", to: "/", icon: IconLayoutDashboard, module: null }] },
  {
    group: "reach",
    items: [
      { key: "campaigns", to: "/campaigns", icon: IconSend, module: "campaigns" },
      { key: "automations", to: "/automations", icon: IconRoute, module: "campaigns" },
      { key: "forms", to: "/forms", icon: IconForms, module: "content" },
      { key: "content", to: "/content", icon: IconTemplate, module: "content" },
    ],
  },
  {
    group: "people",
    items: [
      { key: "contacts", to: "/contacts", icon: IconUsers, module: "contacts" },
      { key: "lists", to: "/lists", icon: IconLayoutList, module: "contacts" },
      { key: "segments", to: "/segments", icon: IconFilter, module: "contacts" },
      { key: "suppressions", to: "/suppressions", icon: IconBan, module: "contacts" },
    ],
  },
  {
    group: "operations",
    items: [
      { key: "shop", to: "/shop", icon: IconShoppingBag, module: "contacts" },
      { key: "transfers", to: "/transfers", icon: IconPackageImport, module: "contacts" },
      { key: "deliverability", to: "/deliverability", icon: IconShieldCheck, module: "settings" },
      { key: "settings", to: "/settings", icon: IconSettings, module: null },
    ],
  },
];

/** The tabs of a phone; the rest is behind "More". */
export const phoneTabs: readonly NavigationItem["key"][] = ["overview", "contacts", "campaigns", "automations"];
