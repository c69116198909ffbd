import { useMessages } from "../../../i18n/messages.tsx";
import { ContrastNote } from "../../../ui/display/contrast-note.tsx";
import { toLook, type BrandValues } from "./brand-values.ts";
import { shopsMessages } from "./messages.ts";

const white = "#ffffff";

/** Whether the words of e-mails in these colours can be read; nothing for colours that are not chosen. */
export function BrandContrast({ values }: { values: BrandValues }) {
  const { brand: t } = useMessages(shopsMessages);
  const { buttonColor, buttonTextColor, textColor, backgroundColor } = toLook(values);
  return (
    <div role="status">
      {buttonColor !== undefined && buttonTextColor !== undefined && (
        <ContrastNote name={t.buttonText} color={buttonTextColor} background={buttonColor} />
      )}
      {textColor !== undefined && <ContrastNote name={t.contentText} color={textColor} background={white} />}
      {textColor !== undefined && backgroundColor !== undefined && (
        <ContrastNote name={t.aroundText} color={textColor} background={backgroundColor} />
      )}
    </div>
  );
}
