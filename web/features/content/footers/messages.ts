import { defineMessages } from "../../../i18n/messages.tsx";
import { footersSlovak } from "./messages.sk.ts";

export const footersMessages = defineMessages(
  () => ({
    title: "Patičky",
    add: "Nová patička",
    empty: "Zatím nemáte žádnou patičku",
    emptyText: "Patička je pod každým e-mailem: kdo píše, proč a jak se odhlásit. Stačí ji napsat jednou.",
    deleteText: "Patička zmizí i se všemi verzemi. Smazání nelze vzít zpět.",
    code: "HTML patičky",
    codeHint: "Odhlašovací odkaz vložte jako",
    mjml: "MJML patičky",
    blocks: "Patička je složená z bloků. Uložením kódu se z ní stane patička v HTML.",
    versionHead: "Verze",
    version: (version: number) => `verze ${version}`,
    publishedVersion: (version: number) => `zveřejněna verze ${version}`,
    notPublished: "zatím nezveřejněna",
    changed: "Mezitím patičku uložil někdo jiný. Načtěte stránku znovu, ať jeho změny nepřepíšete.",
    invalid: "Kód nejde použít: zkontrolujte značky a velikost do 102 kB.",
    sample:
      '<div style="font: 13px/20px Arial, sans-serif; color: #50525b; text-align: center; padding: 24px 16px">\n  <p>Tento e-mail dostáváte, protože odebíráte naše novinky.</p>\n  <p><a href="{{df_unsubscribe_url}}">Odhlásit se</a></p>\n</div>\n',
    onlyPublished: "Výchozí může být jen zveřejněná patička.",
  }),
  () => ({
    title: "Footers",
    add: "New footer",
    empty: "You have no footer yet",
    emptyText: "The footer is below every e-mail: who writes, why, and how to unsubscribe. Write it once.",
    deleteText: "The footer disappears with all its versions. This cannot be undone.",
    code: "HTML of the footer",
    codeHint: "Insert the unsubscribe link as",
    mjml: "MJML of the footer",
    blocks: "The footer is made of blocks. Saving the code turns it into a footer in HTML.",
    versionHead: "Version",
    version: (version) => `version ${version}`,
    publishedVersion: (version) => `version ${version} is published`,
    notPublished: "not published yet",
    changed: "Somebody else saved the footer meanwhile. Load the page again, so that their changes are not lost.",
    invalid: "The code cannot be used: check the tags and the size up to 102 kB.",
    sample:
      '<div style="font: 13px/20px Arial, sans-serif; color: #50525b; text-align: center; padding: 24px 16px">\n  <p>You get this e-mail because you subscribe to our news.</p>\n  <p><a href="{{df_unsubscribe_url}}">Unsubscribe</a></p>\n</div>\n',
    onlyPublished: "Only a published footer can be the default.",
  }),
  footersSlovak,
);
