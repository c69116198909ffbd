import type { Formats } from "../../../i18n/format.ts";
import { slovakNotifications } from "./notification-names.sk.ts";

export const notificationsSlovak = ({ plural }: Formats) => ({
  title: "Oznámenia",
  unread: (count: number) =>
    plural(count, { one: "# neprečítané", few: "# neprečítané", many: "# neprečítaného", other: "# neprečítaných" }),
  allRead: "Všetko prečítané",
  readAll: "Označiť všetko ako prečítané",
  all: "Všetky oznámenia",
  read: "Označiť ako prečítané",
  unreadOne: "Označiť ako neprečítané",
  remove: "Zmazať",
  removed: "Oznámenie je zmazané",
  menu: (title: string) => `Akcie pre oznámenie ${title}`,
  filters: { all: "Všetky", unread: "Neprečítané" },
  empty: "Žiadne oznámenie",
  emptyText: "Dáme vedieť, keď dobehne import, odíde kampaň alebo sa niečo zastaví.",
  noneUnread: "Všetko máte prečítané",
  older: "Staršie",
  newer: "Novšie",
  types: slovakNotifications,
});
