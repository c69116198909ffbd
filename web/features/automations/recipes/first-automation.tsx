import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { automationsMessages } from "../messages.ts";
import { RecipeLibrary } from "./recipe-library.tsx";
import { useRecipes } from "./use-recipes.ts";

/** A company without automations: the recipes of the server, in the language of the shop. */
export function FirstAutomation({ canCreate, onChoose }: { canCreate: boolean; onChoose: (recipe: string) => void }) {
  const t = useMessages(automationsMessages);
  const { shops } = useShops();
  const recipes = useRecipes(shops[0]?.id);
  return (
    <Card flush>
      <Empty
        title={t.empty}
        text={t.emptyText}
        action={canCreate ? <RecipeLibrary recipes={recipes} onChoose={onChoose} /> : undefined}
      />
    </Card>
  );
}
