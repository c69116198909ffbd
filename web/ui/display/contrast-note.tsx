import { contrast, textColorOn } from "../../../src/kernel/contrast.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { contrastMessages } from "./contrast-messages.ts";
import classes from "./contrast-note.module.css";

/** Whether a text can be read on its background; both are colours like #3550cc. */
export function ContrastNote({ name, color, background }: { name: string; color: string; background: string }) {
  const t = useMessages(contrastMessages);
  const { number } = useFormats();
  const ratio = contrast(color.slice(1), background.slice(1));
  const isGood = ratio >= 4.5;
  return (
    <p className={classes["note"]} data-bad={isGood ? undefined : true}>
      <svg className={classes["swatch"]} viewBox="0 0 64 28" aria-hidden="true">
        <rect width="64" height="28" fill={background} />
        <text x="32" y="19" textAnchor="middle" fontSize="13" fontWeight="600" fill={color}>
          Abc
        </text>
      </svg>
      {(isGood ? t.good : t.bad)(name, number(Math.floor(ratio * 10) / 10))}
    </p>
  );
}

/** Buttons have light or dark words, whichever is easier to read on their colour. */
export function ButtonContrast({ color }: { color: string }) {
  const t = useMessages(contrastMessages);
  const text = textColorOn(color.slice(1), "ffffff", "10141a");
  return <ContrastNote name={t.button} color={`#${text}`} background={color} />;
}
