import type { ReactNode } from "react";
import classes from "./state.module.css";

type Recipe = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly note?: string;
  readonly onChoose: () => void;
};

/** First use: the route, one sentence, and one action or up to six recipes. */
export const Empty = ({
  title,
  text,
  action,
  recipes,
}: {
  title: string;
  text: string;
  action?: ReactNode;
  recipes?: readonly Recipe[];
}) => (
  <div className={classes["empty"]} data-state="empty">
    <RouteDrawing />
    <p className={classes["emptyTitle"]}>{title}</p>
    <p className={classes["emptyText"]}>{text}</p>
    {action}
    {recipes !== undefined && (
      <div className={classes["recipes"]}>
        {recipes.map((recipe) => (
          <button key={recipe.title} type="button" onClick={recipe.onChoose}>
            <span className={classes["tile"]}>{recipe.icon}</span>
            <span>
              <b>{recipe.title}</b>
              <span>{recipe.text}</span>
              {recipe.note !== undefined && <small>{recipe.note}</small>}
            </span>
          </button>
        ))}
      </div>
    )}
  </div>
);

const RouteDrawing = () => (
  <svg width="200" height="64" viewBox="0 0 200 64" fill="none" aria-hidden="true">
    <path
      d="M14 46c26 0 22-32 48-32s20 40 50 40 26-44 62-44"
      stroke="var(--pr-accent-line)"
      strokeWidth="2"
      strokeDasharray="1 6"
      strokeLinecap="round"
    />
    <circle cx="14" cy="46" r="6" fill="var(--pr-accent)" />
    <circle cx="62" cy="14" r="5" fill="var(--pr-surface)" stroke="var(--pr-accent)" strokeWidth="2.5" />
    <circle cx="112" cy="54" r="5" fill="var(--pr-surface)" stroke="var(--pr-accent-line)" strokeWidth="2.5" />
    <circle cx="174" cy="10" r="6" fill="var(--pr-brass)" />
  </svg>
);
