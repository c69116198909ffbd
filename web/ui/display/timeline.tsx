import type { ReactNode } from "react";
import type { Tone } from "./status.tsx";
import classes from "./timeline.module.css";

export type TimelineEntry = {
  readonly id: string;
  readonly icon: ReactNode;
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
};

export type TimelineDay = { readonly day: string; readonly entries: readonly TimelineEntry[] };

/** The route line: stops below each other, grouped by day, newest first. */
export const Timeline = ({ days }: { days: readonly TimelineDay[] }) => (
  <div className={classes["timeline"]}>
    {days.map(({ day, entries }) => (
      <section key={day} aria-label={day}>
        <p className={classes["day"]}>{day}</p>
        <ol>
          {entries.map(({ id, icon, tone, title, detail, aside }) => (
            <li key={id}>
              <span className={classes["stop"]} data-tone={tone}>
                {icon}
              </span>
              <span className={classes["text"]}>
                <b>{title}</b> {detail}
              </span>
              <span className={classes["aside"]}>{aside}</span>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
);
