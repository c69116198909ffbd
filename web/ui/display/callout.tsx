import type { ReactNode } from "react";
import classes from "./callout.module.css";

/** One or two sentences: what happens and what to do about it. */
export const Callout = ({
  tone,
  icon,
  action,
  children,
}: {
  tone: "accent" | "warn" | "bad" | "good" | "plum";
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <div className={classes["callout"]} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
    {icon}
    <div className={classes["text"]}>{children}</div>
    {action}
  </div>
);
