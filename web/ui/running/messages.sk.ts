import type { ActionType } from "../../../src/jobs/action-types.ts";
import type { Formats } from "../../i18n/format.ts";

const slovakActions: Readonly<Record<ActionType, string>> = {
  automation_released: "Uvoľnenie behov automatizácie",
  automation_rescheduled: "Preplánovanie automatizácie",
  campaign_cancelled: "Zrušenie kampane",
  contact_language_changed: "Zmena jazyka kontaktov",
  custom_field_deleted: "Zmazanie poľa",
  custom_field_options_removed: "Odobratie možností poľa",
  export_ready: "Export kontaktov",
  import_finished: "Import",
  feed_refreshed: "Načítanie feedu",
  list_autofilled: "Doplnenie zoznamu",
  list_copied: "Kopírovanie zoznamu",
  list_deleted: "Mazanie zoznamu",
  maintenance: "Údržba kontaktov",
  maintenance_shop_lists: "Údržba zoznamov",
  list_merged: "Zlúčenie zoznamov",
  shop_lists_synchronized: "Synchronizácia zoznamov obchodu",
  bounces_undone: "Vrátenie nedoručení",
  order_states_changed: "Zmena stavov objednávok",
  segment_computed: "Výpočet segmentu",
  segment_converted: "Prevod segmentu na zoznam",
  migration: "Prevod z inej služby",
};

export const runningSlovak = ({ number }: Formats) => ({
  queued: "čaká vo fronte",
  progress: (percent: number) => `${number(percent)} %`,
  actions: slovakActions,
});
