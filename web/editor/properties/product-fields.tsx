import { useMessages } from "../../i18n/messages.tsx";
import { useLook } from "../model/editor-context.tsx";
import { AlignField, ColorField, LineField, Pair } from "./fields.tsx";
import { FeedProductSearch } from "./feed-product-search.tsx";
import type { BlockFieldsProps } from "./block-fields-props.ts";
import { PictureField } from "./picture-field.tsx";
import { propertyMessages } from "./messages.ts";
import { useFormats } from "../../i18n/messages.tsx";

const given = (text: string | undefined) => (text === "" ? undefined : text);

/** One product with fixed words; a product of a feed fills them. */
export function ProductFields({ block, change }: BlockFieldsProps<"product">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const { money } = useFormats();
  return (
    <>
      <FeedProductSearch
        label={t.fillFromFeed}
        onChoose={({ name, url, imageUrl, price, oldPrice, currency }) => {
          const priceText = (amount: string | null) =>
            amount === null || currency === null ? undefined : money(amount, currency);
          change({
            name,
            href: url,
            imageUrl: imageUrl ?? undefined,
            price: priceText(price),
            oldPrice: priceText(oldPrice),
          });
        }}
      />
      <LineField label={t.productName} value={block.name} onChange={(name = "") => change({ name })} />
      <LineField label={t.link} value={block.href} onChange={(href = "") => change({ href })} hasTags />
      <PictureField label={t.image} src={block.imageUrl ?? ""} onChange={(src) => change({ imageUrl: given(src) })} />
      <Pair>
        <LineField label={t.price} value={block.price} onChange={(price) => change({ price: given(price) })} />
        <LineField
          label={t.oldPrice}
          value={block.oldPrice}
          onChange={(oldPrice) => change({ oldPrice: given(oldPrice) })}
        />
      </Pair>
      <LineField
        label={t.description}
        value={block.description}
        rows={3}
        onChange={(description) => change({ description: given(description) })}
      />
      <LineField
        label={t.buttonLabel}
        value={block.buttonLabel}
        onChange={(buttonLabel) => change({ buttonLabel: given(buttonLabel) })}
      />
      <AlignField value={block.align ?? "center"} onChange={(align) => change({ align })} />
      <ColorField
        label={t.colors.buttonColor}
        value={block.buttonColor}
        inherited={look.buttonColor}
        onChange={(buttonColor) => change({ buttonColor })}
      />
    </>
  );
}
