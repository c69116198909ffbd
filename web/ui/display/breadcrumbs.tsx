import { Link, type LinkProps } from "@tanstack/react-router";
import { createContext, use, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useMessages } from "../../i18n/messages.tsx";
import type { Search } from "../../routing/page.ts";
import { IconArrowLeft, IconChevronRight } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import classes from "./breadcrumbs.module.css";

type Place = { readonly element: HTMLElement | null; readonly setElement: (element: HTMLElement | null) => void };

const BreadcrumbsContext = createContext<Place>({ element: null, setElement: () => {} });

export function BreadcrumbsProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <BreadcrumbsContext value={{ element, setElement }}>{children}</BreadcrumbsContext>;
}

/** Where the top bar shows the trail of the page. */
export function BreadcrumbsSlot() {
  const { setElement } = use(BreadcrumbsContext);
  return <div className={classes["place"]} ref={setElement} />;
}

/** Breadcrumbs in the top bar, only from the second level on. On a phone an arrow back and the title. */
export function Breadcrumbs({
  parent,
  to,
  params = {},
  search = {},
  current,
}: {
  parent: string;
  to: NonNullable<LinkProps["to"]>;
  params?: Readonly<Record<string, string>>;
  search?: Search;
  current: string;
}) {
  const t = useMessages(uiMessages);
  const { element } = use(BreadcrumbsContext);
  if (element === null) return null;
  return createPortal(
    <nav className={classes["trail"]} aria-label={t.trail}>
      <Link to={to} params={params} search={search} className={classes["parent"]}>
        <IconArrowLeft size={18} className={classes["back"]} />
        <span>{parent}</span>
      </Link>
      <IconChevronRight size={14} className={classes["next"]} />
      <span aria-current="page">{current}</span>
    </nav>,
    element,
  );
}
