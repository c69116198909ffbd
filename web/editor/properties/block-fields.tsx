import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { LabelledCode } from "../../ui/code/code-editor.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import type { Block } from "../model/document.ts";
import { useLook } from "../model/editor-context.tsx";
import { buttonRadius, dividerColor } from "../model/look.ts";
import { AlignField, ChoiceField, ColorField, LineField, NumberField, Pair, SwitchField } from "./fields.tsx";
import { ArticlesFields, ProductsFields } from "./feed-fields.tsx";
import type { Change, BlockFieldsProps } from "./block-fields-props.ts";
import { FormFields } from "./form-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { ProductFields } from "./product-fields.tsx";
import { SocialFields } from "./social-fields.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

const TextFields = lazy(async () => ({ default: (await import("../rich-text/text-fields.tsx")).TextFields }));

/** The properties of each kind of block that the server knows. */
export const BlockFields = ({ block, change }: { block: Block; change: Change }) => (
  <div className={classes["fields"]}>
    <Suspense fallback={<Loading lines={3} />}>
      <FieldsOfKind block={block} change={change} />
    </Suspense>
  </div>
);

function FieldsOfKind({ block, change }: { block: Block; change: Change }) {
  const t = useMessages(propertyMessages);
  switch (block.kind) {
    case "text":
      return <TextFields block={block} change={change} />;
    case "image":
      return <ImageFields block={block} change={change} />;
    case "button":
      return <ButtonFields block={block} change={change} />;
    case "divider":
      return <DividerFields block={block} change={change} />;
    case "spacer":
      return (
        <NumberField
          label={t.height}
          value={block.height}
          min={1}
          max={400}
          onChange={(height = 1) => change({ height })}
        />
      );
    case "social":
      return <SocialFields block={block} change={change} />;
    case "product":
      return <ProductFields block={block} change={change} />;
    case "coupon":
      return <CouponFields block={block} change={change} />;
    case "products":
      return <ProductsFields block={block} change={change} />;
    case "articles":
      return <ArticlesFields block={block} change={change} />;
    case "form":
      return <FormFields block={block} change={change} />;
    case "html":
      return <LabelledCode height={260} label="HTML" value={block.html} onChange={(html) => change({ html })} />;
    case "element":
      return <ElementFields block={block} change={change} />;
  }
}

function ImageFields({ block, change }: BlockFieldsProps<"image">) {
  const t = useMessages(propertyMessages);
  return (
    <>
      <PictureField label={t.image} src={block.src} onChange={(src) => change({ src })} />
      <LineField label={t.alt} hint={t.altHint} value={block.alt} onChange={(alt = "") => change({ alt })} />
      <LineField
        label={t.link}
        value={block.href}
        onChange={(href) => change({ href: href === "" ? undefined : href })}
        hasTags
      />
      <AlignField value={block.align ?? "center"} onChange={(align) => change({ align })} />
      <Pair>
        <NumberField
          label={t.width}
          value={block.width}
          inherited={t.full}
          min={1}
          max={1200}
          onChange={(width) => change({ width })}
        />
        <NumberField
          label={t.radius}
          value={block.radius}
          inherited={0}
          min={0}
          max={600}
          onChange={(radius) => change({ radius })}
        />
      </Pair>
    </>
  );
}

function ButtonFields({ block, change }: BlockFieldsProps<"button">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  return (
    <>
      <LineField label={t.buttonLabel} value={block.label} onChange={(label = "") => change({ label })} hasTags />
      <LineField label={t.link} value={block.href} onChange={(href = "") => change({ href })} hasTags />
      <AlignField value={block.align ?? "center"} onChange={(align) => change({ align })} />
      <Pair>
        <ColorField
          label={t.colors.buttonColor}
          value={block.buttonColor}
          inherited={look.buttonColor}
          onChange={(buttonColor) => change({ buttonColor })}
        />
        <ColorField
          label={t.colors.buttonTextColor}
          value={block.buttonTextColor}
          inherited={look.buttonTextColor}
          onChange={(buttonTextColor) => change({ buttonTextColor })}
        />
      </Pair>
      <Pair>
        <NumberField
          label={t.radius}
          value={block.radius}
          inherited={buttonRadius}
          min={0}
          max={60}
          onChange={(radius) => change({ radius })}
        />
        <NumberField
          label={t.fontSize}
          value={block.fontSize}
          inherited={look.fontSize}
          min={8}
          max={96}
          onChange={(fontSize) => change({ fontSize })}
        />
      </Pair>
      <SwitchField label={t.buttonFull} value={block.fullWidth} onChange={(fullWidth) => change({ fullWidth })} />
    </>
  );
}

function DividerFields({ block, change }: BlockFieldsProps<"divider">) {
  const t = useMessages(propertyMessages);
  return (
    <>
      <Pair>
        <ColorField
          label={t.color}
          value={block.color}
          inherited={dividerColor}
          onChange={(color) => change({ color })}
        />
        <NumberField
          label={t.thickness}
          value={block.thickness}
          inherited={1}
          min={1}
          max={40}
          onChange={(thickness) => change({ thickness })}
        />
      </Pair>
      <ChoiceField
        label={t.lineStyle}
        value={block.style}
        unset={t.lineStyles.solid}
        options={(["solid", "dashed", "dotted"] as const).map((value) => ({ value, label: t.lineStyles[value] }))}
        onChange={(style) => change({ style })}
      />
    </>
  );
}

function CouponFields({ block, change }: BlockFieldsProps<"coupon">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const { data: stacks } = useQuery(read("GET /coupon-stacks", { query: { pageSize: 100 } }));
  const options = (stacks?.items ?? []).map(({ mergeKey, name, counts }) => ({
    value: mergeKey,
    label: t.couponStack(name, counts.free),
  }));
  const isKnown = options.some(({ value }) => value === block.mergeKey);
  return (
    <>
      <ChoiceField
        label={t.couponStackLabel}
        value={block.mergeKey}
        options={isKnown ? options : [...options, { value: block.mergeKey, label: block.mergeKey }]}
        onChange={(mergeKey) => mergeKey !== undefined && change({ mergeKey })}
      />
      {stacks !== undefined && !isKnown && <p className={classes["note"]}>{t.couponUnknown(block.mergeKey)}</p>}
      <LineField
        label={t.couponLabel}
        value={block.label}
        onChange={(label) => change({ label: label === "" ? undefined : label })}
      />
      <LineField
        label={t.couponNote}
        value={block.note}
        onChange={(note) => change({ note: note === "" ? undefined : note })}
      />
      <Pair>
        <ColorField
          label={t.color}
          value={block.color}
          inherited={look.buttonColor}
          onChange={(color) => change({ color })}
        />
        <NumberField
          label={t.fontSize}
          value={block.fontSize}
          inherited={look.fontSize}
          min={8}
          max={96}
          onChange={(fontSize) => change({ fontSize })}
        />
      </Pair>
    </>
  );
}

function ElementFields({ block, change }: BlockFieldsProps<"element">) {
  const t = useMessages(propertyMessages);
  return (
    <>
      <p className={classes["note"]}>{t.elementNote}</p>
      <LabelledCode height={260} label="MJML" value={block.mjml} onChange={(mjml) => change({ mjml })} />
    </>
  );
}
