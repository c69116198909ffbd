import { Link, type LinkProps } from "@tanstack/react-router";
import { createContext, use, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useWords } from "../../i18n/words.tsx";
import { IconArrowLeft, IconChevronRight } from "../icons.ts";
import { uiWords } from "../words.ts";
import classes from "./trail.module.css";

type Place = { readonly element: HTMLElement | null; readonly setElement: (element: HTMLElement | null) => void };

const TrailContext = createContext<Place>({ element: null, setElement: () => {} });

export function TrailProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <TrailContext value={{ element, setElement }}>{children}</TrailContext>;
}

/** Where the top bar shows the trail of the page. */
export function TrailPlace() {
  const { setElement } = use(TrailContext);
  return <div className={classes["place"]} ref={setElement} />;
}

/** Breadcrumbs in the top bar, only from the second level on. On a phone an arrow back and the title. */
export function Trail({ parent, to, current }: { parent: string; to: NonNullable<LinkProps["to"]>; current: string }) {
  const t = useWords(uiWords);
  const { element } = use(TrailContext);
  if (element === null) return null;
  return createPortal(
    <nav className={classes["trail"]} aria-label={t.trail}>
      <Link to={to} className={classes["parent"]}>
        <IconArrowLeft size={18} className={classes["back"]} />
        <span>{parent}</span>
      </Link>
      <IconChevronRight size={14} className={classes["next"]} />
      <span aria-current="page">{current}</span>
    </nav>,
    element,
  );
}
