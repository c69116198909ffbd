import { czechNotifications, englishNotifications } from "./notification-names.ts";
import { defineMessages } from "../../../i18n/messages.tsx";
import { notificationsSlovak } from "./messages.sk.ts";

export const notificationsMessages = defineMessages(
  ({ plural }) => ({
    title: "Oznámení",
    unread: (count: number) =>
      plural(count, { one: "# nepřečtené", few: "# nepřečtená", many: "# nepřečteného", other: "# nepřečtených" }),
    allRead: "Vše přečteno",
    readAll: "Označit vše jako přečtené",
    all: "Všechna oznámení",
    read: "Označit jako přečtené",
    unreadOne: "Označit jako nepřečtené",
    remove: "Smazat",
    removed: "Oznámení je smazané",
    menu: (title: string) => `Akce pro oznámení ${title}`,
    filters: { all: "Všechna", unread: "Nepřečtená" },
    empty: "Žádné oznámení",
    emptyText: "Dáme vědět, až doběhne import, odejde kampaň, nebo se něco zastaví.",
    noneUnread: "Vše máte přečtené",
    older: "Starší",
    newer: "Novější",
    types: czechNotifications,
  }),
  ({ plural }) => ({
    title: "Notifications",
    unread: (count) => plural(count, { one: "# unread", other: "# unread" }),
    allRead: "All read",
    readAll: "Mark all as read",
    all: "All notifications",
    read: "Mark as read",
    unreadOne: "Mark as unread",
    remove: "Delete",
    removed: "The notification is deleted",
    menu: (title) => `Actions for the notification ${title}`,
    filters: { all: "All", unread: "Unread" },
    empty: "No notification",
    emptyText: "We tell you when an import is done, a campaign is sent, or something stops.",
    noneUnread: "You have read everything",
    older: "Older",
    newer: "Newer",
    types: englishNotifications,
  }),
  notificationsSlovak,
);
