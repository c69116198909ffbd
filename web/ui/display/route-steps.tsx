import { IconCheck } from "../icons.ts";
import classes from "./route-steps.module.css";

export type RouteStep = { readonly key: string; readonly label: string };

/** The route line of a wizard. Steps before the current one can be chosen again; later ones when `reachable` says so. */
export function RouteSteps({
  label,
  steps,
  current,
  reachable = () => false,
  onChoose,
}: {
  label: string;
  steps: readonly RouteStep[];
  current: string;
  reachable?: (key: string) => boolean;
  onChoose: (key: string) => void;
}) {
  const place = steps.findIndex(({ key }) => key === current);
  return (
    <nav aria-label={label}>
      <ol className={classes["steps"]}>
        {steps.map((step, index) => (
          <li key={step.key} className={classes["step"]} data-state={stepState(index, place)}>
            <button
              type="button"
              disabled={index > place && !reachable(step.key)}
              aria-current={index === place ? "step" : undefined}
              onClick={() => onChoose(step.key)}
            >
              <span className={classes["stop"]}>
                {index < place ? <IconCheck size={13} stroke={2.4} aria-hidden /> : index + 1}
              </span>
              <span className={classes["label"]}>{step.label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stepState(index: number, place: number): "done" | "current" | "later" {
  if (index === place) return "current";
  return index < place ? "done" : "later";
}
