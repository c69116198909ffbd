import { Link, useRouterState } from "@tanstack/react-router";
import classes from "./tabs.module.css";

export type SectionTab = { readonly to: string; readonly label: string };

/** Tabs that are pages: `/content`, `/content/footers`. The current one is the longest address that the page begins with. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = tabs
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
  return (
    <nav aria-label={label} className={classes["tabs"]}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={classes["tab"]} aria-current={tab === current ? "page" : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
