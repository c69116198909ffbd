import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { Mark } from "../../ui/display/mark.tsx";
import { IconDots, IconSelector } from "../../ui/icons.ts";
import { uiMessages } from "../../ui/messages.ts";
import { appMessages } from "../messages.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ShopSwitch } from "./shop-switch.tsx";
import { useNavigation } from "./use-navigation.ts";
import classes from "./sidebar.module.css";

export function Sidebar() {
  const t = useMessages(appMessages);
  const { groups, isCurrent } = useNavigation();
  return (
    <aside className={classes["sidebar"]}>
      <div className={classes["brand"]}>
        <Mark size={24} />
        Postrider
      </div>
      <CompanySwitch />
      <ShopSwitch />
      <nav className={classes["nav"]} aria-label={t.navigation}>
        {groups.map(({ group, items }) => (
          <div key={group ?? "top"}>
            {group !== null && <p className={classes["group"]}>{t.groups[group]}</p>}
            <ul>
              {items.map((item) => (
                <li key={item.key}>
                  <Link to={item.to} className={classes["item"]} aria-current={isCurrent(item) ? "page" : undefined}>
                    <item.icon size={17} stroke={1.6} />
                    {t.items[item.key]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Member />
    </aside>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join("");

/** Every company has its own address, so that two tabs can show two of them. */
export function CompanySwitch({ isCompact = false }: { isCompact?: boolean }) {
  const { session, company } = useSession();
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={isCompact ? classes["compactCompany"] : classes["company"]}>
          {!isCompact && (
            <span className={classes["tile"]} aria-hidden="true">
              {company.name.slice(0, 2)}
            </span>
          )}
          <span className={classes["companyName"]}>{company.name}</span>
          <IconSelector size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {session.companies.map(({ tenant, name }) => (
          <Menu.Item key={tenant} component="a" href={`/app/${tenant}/`}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Member() {
  const ui = useMessages(uiMessages);
  const t = useMessages(appMessages);
  const { session, company } = useSession();
  const { firstName, lastName, email } = session.member;
  const name = `${firstName} ${lastName}`.trim() || email;
  const [role] = company.roles;
  return (
    <AccountMenu>
      <button type="button" className={classes["member"]}>
        <span className={classes["avatar"]} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={classes["memberText"]}>
          <b>{name}</b>
          <span>{company.support || role === undefined ? t.support : ui.roles[role]}</span>
        </span>
        <IconDots size={16} />
      </button>
    </AccountMenu>
  );
}
