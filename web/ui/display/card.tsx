import type { ReactNode } from "react";
import classes from "./card.module.css";

type CardProps = {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  /** Tables and lists reach the edges of the card. */
  readonly flush?: boolean;
  /** A coloured border around what needs attention. */
  readonly tone?: "warn" | undefined;
  readonly children: ReactNode;
};

export const Card = ({ title, aside, flush = false, tone, children }: CardProps) => (
  <section className={classes["card"]} data-tone={tone}>
    {title !== undefined && (
      <div className={classes["head"]}>
        <h2>{title}</h2>
        {aside !== undefined && <div className={classes["aside"]}>{aside}</div>}
      </div>
    )}
    <div className={flush ? undefined : classes["body"]}>{children}</div>
  </section>
);

/** Names a grid that follows on a page with other parts. */
export const GridTitle = ({ children }: { children: ReactNode }) => (
  <h2 className={classes["gridTitle"]}>{children}</h2>
);

/** Cards below each other, with the distance of the design. */
export const CardStack = ({ children }: { children: ReactNode }) => <div className={classes["stack"]}>{children}</div>;

/** A main column and a side column, which goes below on a phone. */
export const TwoColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={classes["columns"]}>
    <div className={classes["stack"]}>{main}</div>
    <div className={classes["stack"]}>{side}</div>
  </div>
);

/** Facts as pairs of a name and a value. */
export const Facts = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes["facts"]}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
