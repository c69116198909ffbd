import { CopyButton } from "./copy-button.tsx";
import classes from "./code-block.module.css";

/** Code that can be read and copied; long lines break. */
export const CodeBlock = ({ code, name }: { code: string; name: string }) => (
  <div className={classes["block"]}>
    <pre tabIndex={0} role="region" aria-label={name}>
      {code}
    </pre>
    <CopyButton text={code} name={name} />
  </div>
);
