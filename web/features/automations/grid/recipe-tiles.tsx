import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import {
  IconCake,
  IconClock,
  IconGift,
  IconHeartHandshake,
  IconMoodSmile,
  IconShieldCheck,
  IconShoppingCart,
  IconStar,
  type Icon,
} from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { automationsMessages } from "../messages.ts";

type RecipeKey = OutputOf<"GET /automations/recipes">["items"][number]["key"];

const icons: Readonly<Record<RecipeKey, Icon>> = {
  welcome: IconHeartHandshake,
  abandoned_cart: IconShoppingCart,
  after_purchase: IconMoodSmile,
  review_request: IconStar,
  win_back: IconClock,
  birthday: IconCake,
  name_day: IconGift,
  re_permission: IconShieldCheck,
};

const shownAtOnce = 6;

/** First use: the recipes of the server, in the language of the shop. */
export function RecipeTiles({ canCreate, onChoose }: { canCreate: boolean; onChoose: (recipe: string) => void }) {
  const t = useMessages(automationsMessages);
  const { data } = useQuery({ ...read("GET /automations/recipes"), enabled: canCreate });
  const recipes = data?.items.slice(0, shownAtOnce).map(({ key, name, description, emails }) => {
    const RecipeIcon = icons[key];
    return {
      icon: <RecipeIcon size={18} />,
      title: name,
      text: description,
      note: t.emails(emails.length),
      onChoose: () => onChoose(key),
    };
  });
  return (
    <Card flush>
      <Empty title={t.empty} text={t.emptyText} {...(recipes === undefined ? {} : { recipes })} />
    </Card>
  );
}
