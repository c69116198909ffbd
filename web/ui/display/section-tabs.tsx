import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import classes from "./tabs.module.css";

export type SectionTab = { readonly to: string; readonly label: string };

/** Tabs that are pages of the app. The current one has the longest address that the page's address begins with. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const { routesByPath } = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = tabs.filter(({ to }) => to in routesByPath);
  const current = shown
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
  return (
    <nav aria-label={label} className={classes["tabs"]}>
      {shown.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes["tab"]}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === current ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
