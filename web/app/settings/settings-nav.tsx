import { Link, useRouterState } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { IconChevronRight } from "../../ui/icons.ts";
import { useSettingsSections } from "./sections.ts";
import { settingsMessages } from "./messages.ts";
import classes from "./settings.module.css";

/** Beside the page on a wide screen; on a phone a page of its own. */
export function SettingsNav({ isPage = false }: { isPage?: boolean }) {
  const t = useMessages(settingsMessages);
  const groups = useSettingsSections();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={t.title} className={isPage ? classes["pageNav"] : classes["nav"]}>
      {groups.map(({ group, sections }) => (
        <div key={group}>
          <p>{t.groups[group]}</p>
          <ul>
            {sections.map(({ key, to, icon: SectionIcon }) => (
              <li key={key}>
                <Link to={to} aria-current={path === to || path.startsWith(`${to}/`) ? "page" : undefined}>
                  <SectionIcon size={17} stroke={1.6} />
                  <span>{t.sections[key]}</span>
                  {isPage && <IconChevronRight size={16} className={classes["chevron"] ?? ""} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
