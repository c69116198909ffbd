import { useEffect, type ReactNode } from "react";
import classes from "./page-header.module.css";

type PageHeaderProps = {
  readonly title: string;
  readonly status?: ReactNode;
  /** One line of facts below the title. */
  readonly facts?: ReactNode;
  /** At most one filled button, two default ones, and a menu for the rest. */
  readonly actions?: ReactNode;
  /** A page below the first level: on a phone its actions are full width below the title. */
  readonly isDetail?: boolean;
};

/** The only h1 of the page; it also names the browser's tab. */
export function PageHeader({ title, status, facts, actions, isDetail = false }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <div className={classes["head"]} data-detail={isDetail || undefined}>
      <div className={classes["text"]}>
        <div className={classes["title"]}>
          <h1>{title}</h1>
          {status}
        </div>
        {facts !== undefined && <p className={classes["facts"]}>{facts}</p>}
      </div>
      {actions !== undefined && <div className={classes["actions"]}>{actions}</div>}
    </div>
  );
}
