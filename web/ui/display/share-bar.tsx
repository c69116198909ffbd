import { useFormats } from "../../i18n/messages.tsx";
import classes from "./share-bar.module.css";

/** A share in per cent with a small bar. */
export function ShareBar({ part, of, tone }: { part: number; of: number; tone: "accent" | "brass" }) {
  const { percent } = useFormats();
  const share = of === 0 ? 0 : part / of;
  return (
    <span className={classes["share"]}>
      {percent(share)}
      <i aria-hidden="true">
        <b data-tone={tone} style={{ width: `${Math.min(100, share * 100)}%` }} />
      </i>
    </span>
  );
}
