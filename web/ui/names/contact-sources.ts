import { defineMessages, useMessages } from "../../i18n/messages.tsx";

const messages = defineMessages(
  () => ({
    admin: "člen týmu",
    api: "API",
    automation: "automatizace",
    form: "formulář",
    import: "import",
    legacy: "převod z jiné služby",
    manual: "přidán ručně",
    order: "objednávka",
    shop: "e-shop",
  }),
  () => ({
    admin: "member of the team",
    api: "API",
    automation: "automation",
    form: "form",
    import: "import",
    legacy: "moved from another service",
    manual: "added by hand",
    order: "order",
    shop: "e-shop",
  }),
  () => ({
    admin: "člen tímu",
    api: "API",
    automation: "automatizácia",
    form: "formulár",
    import: "import",
    legacy: "prevod z inej služby",
    manual: "pridaný ručne",
    order: "objednávka",
    shop: "e-shop",
  }),
);

/** The name of where a contact came from; a source of its own, such as that of an import, is shown as it is. */
export function useSourceName(): (source: string) => string {
  const names: Readonly<Record<string, string>> = useMessages(messages);
  return (source) => names[source] ?? source;
}
