import { useMessages } from "../../../i18n/messages.tsx";
import { IconPlus } from "../../../ui/icons.ts";
import { automationsMessages } from "../messages.ts";
import { GraphPicture } from "./graph-picture.tsx";
import type { Recipe } from "./use-recipes.ts";
import classes from "./recipes.module.css";

/** What an automation begins with when it is not made from a recipe. */
export const blank = "blank";

type Props = {
  readonly recipes: readonly Recipe[];
  /** The chosen one, where choosing does not lead on at once. */
  readonly chosen?: string;
  readonly onChoose: (recipe: string) => void;
};

/** Ready automations as pictures of their graphs, and an empty one. */
export function RecipeLibrary({ recipes, chosen, onChoose }: Props) {
  const t = useMessages(automationsMessages);
  const pressed = (key: string) => (chosen === undefined ? {} : { "aria-pressed": chosen === key });
  return (
    <div className={classes["library"]}>
      {recipes.map(({ key, name, description, emails, graph }) => (
        <button key={key} type="button" className={classes["recipe"]} onClick={() => onChoose(key)} {...pressed(key)}>
          <span className={classes["frame"]}>
            <GraphPicture graph={graph} />
          </span>
          <span className={classes["about"]}>
            <b>{name}</b>
            <span>{description}</span>
            <small>{t.emails(emails.length)}</small>
          </span>
        </button>
      ))}
      <button type="button" className={classes["recipe"]} onClick={() => onChoose(blank)} {...pressed(blank)}>
        <span className={`${classes["frame"]} ${classes["blank"]}`}>
          <IconPlus size={36} stroke={1.4} />
        </span>
        <span className={classes["about"]}>
          <b>{t.form.blank}</b>
          <span>{t.form.blankText}</span>
        </span>
      </button>
    </div>
  );
}
