import type { ActionType } from "../../../src/jobs/action-types.ts";
import { defineMessages } from "../../i18n/messages.tsx";
import { runningSlovak } from "./messages.sk.ts";

/** Background actions by the type that the API reports; a new one without a name does not compile. */
type ActionNames = Readonly<Record<ActionType, string>>;

const czechActions: ActionNames = {
  automation_released: "Uvolnění běhů automatizace",
  automation_rescheduled: "Přeplánování automatizace",
  campaign_cancelled: "Zrušení kampaně",
  contact_language_changed: "Změna jazyka kontaktů",
  custom_field_deleted: "Smazání pole",
  custom_field_options_removed: "Odebrání možností pole",
  export_ready: "Export kontaktů",
  import_finished: "Import",
  feed_refreshed: "Načtení feedu",
  list_autofilled: "Doplnění seznamu",
  list_copied: "Kopírování seznamu",
  list_deleted: "Mazání seznamu",
  maintenance: "Údržba kontaktů",
  maintenance_shop_lists: "Údržba seznamů",
  list_merged: "Sloučení seznamů",
  shop_lists_synchronized: "Synchronizace seznamů obchodu",
  bounces_undone: "Vrácení nedoručení",
  order_states_changed: "Změna stavů objednávek",
  segment_computed: "Výpočet segmentu",
  segment_converted: "Převod segmentu na seznam",
  migration: "Převod z jiné služby",
};

const englishActions: ActionNames = {
  automation_released: "Release of automation runs",
  automation_rescheduled: "Rescheduling of an automation",
  campaign_cancelled: "Cancelling a campaign",
  contact_language_changed: "Change of contacts' language",
  custom_field_deleted: "Deleting a field",
  custom_field_options_removed: "Removing options of a field",
  export_ready: "Export of contacts",
  import_finished: "Import",
  feed_refreshed: "Reading a feed",
  list_autofilled: "Filling a list",
  list_copied: "Copying a list",
  list_deleted: "Deleting a list",
  maintenance: "Maintenance of contacts",
  maintenance_shop_lists: "Maintenance of lists",
  list_merged: "Merging lists",
  shop_lists_synchronized: "Synchronizing shop lists",
  bounces_undone: "Undoing bounces",
  order_states_changed: "Change of order states",
  segment_computed: "Computing a segment",
  segment_converted: "Converting a segment to a list",
  migration: "Migration from another platform",
};

export const runningMessages = defineMessages(
  ({ number }) => ({
    queued: "čeká ve frontě",
    progress: (percent: number) => `${number(percent)} %`,
    actions: czechActions,
  }),
  ({ number }) => ({
    queued: "queued",
    progress: (percent) => `${number(percent)}%`,
    actions: englishActions,
  }),
  runningSlovak,
);
