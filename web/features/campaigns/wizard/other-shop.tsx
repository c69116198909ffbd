import { Button } from "@mantine/core";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import type { Campaign } from "../appearance.ts";
import type { AudienceSize } from "./audience-size.ts";
import { audienceMessages } from "./audience-messages.ts";

type Size = Pick<AudienceSize, "recipients" | "shops">;

/** Recipients of another shop than that of the campaign, whose name, sender and language the e-mail has. */
export function useOtherShop({ shopId, languages }: Pick<Campaign, "shopId" | "languages">, size: Size | undefined) {
  const t = useMessages(audienceMessages);
  const { shops } = useShops();
  const { language: shown } = useFormats();
  // Language variants are for several shops.
  if (size === undefined || languages.length > 0 || shops.length < 2) return undefined;
  const [first] = size.shops.filter((one) => one.shopId !== shopId);
  const own = shops.find(({ id }) => id === shopId);
  const other = shops.find(({ id }) => id === first?.shopId);
  if (first === undefined || own === undefined || other === undefined) return undefined;
  const names = new Intl.DisplayNames(shown, { type: "language" });
  const languageOf = (shop: typeof own) => names.of(shop.language) ?? shop.language;
  const isMost = first.recipients * 2 > size.recipients;
  return {
    id: other.id,
    name: other.name,
    isMost,
    text: t.otherShop({
      count: first.recipients,
      of: size.recipients,
      other: other.name,
      own: own.name,
      languages: own.language === other.language ? undefined : [languageOf(other), languageOf(own)],
    }),
  };
}

export function OtherShopNote({
  campaign,
  size,
  onChange,
}: {
  campaign: Campaign;
  size: Size | undefined;
  onChange: (shopId: string) => void;
}) {
  const t = useMessages(audienceMessages);
  const other = useOtherShop(campaign, size);
  if (other === undefined) return null;
  return (
    <Callout
      tone="warn"
      action={
        other.isMost && (
          <Button size="xs" variant="default" onClick={() => onChange(other.id)}>
            {t.sendForShop(other.name)}
          </Button>
        )
      }
    >
      {other.text}
    </Callout>
  );
}
