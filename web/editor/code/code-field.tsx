import { CodeEditor } from "./code-editor.tsx";
import classes from "./code.module.css";

/** Code inside the properties of a block. */
export function CodeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div>
      <p className={classes["label"]}>{label}</p>
      <div className={classes["field"]}>
        <CodeEditor label={label} value={value} onChange={onChange} />
      </div>
    </div>
  );
}
