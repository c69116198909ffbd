/**
 * The stored types of actions (`background_action.type`), used by running actions and the API; they never change.
 * Features refer to actions of other features by these keys.
 */
export const actionTypes = {
  releaseRuns: "automation_released",
  rescheduleRuns: "automation_rescheduled",
  undoBounces: "bounces_undone",
  cancelCampaign: "campaign_cancelled",
  changeContactLanguage: "contact_language_changed",
  deleteCustomField: "custom_field_deleted",
  removeCustomFieldOptions: "custom_field_options_removed",
  exportContacts: "export_ready",
  runImport: "import_finished",
  refreshFeed: "feed_refreshed",
  autofillList: "list_autofilled",
  copyList: "list_copied",
  deleteList: "list_deleted",
  maintainContacts: "maintenance",
  maintainShopLists: "maintenance_shop_lists",
  migrateFromPlatform: "migration",
  mergeLists: "list_merged",
  syncShopLists: "shop_lists_synchronized",
  changeOrderStates: "order_states_changed",
  takeSegmentSnapshot: "segment_computed",
  convertSegment: "segment_converted",
} as const;

export type ActionType = (typeof actionTypes)[keyof typeof actionTypes];

/** The notification of an action that is done is called like the action, except these. */
const otherNotifications = {
  [actionTypes.maintainContacts]: "maintenance_done",
  [actionTypes.maintainShopLists]: "maintenance_done",
  [actionTypes.migrateFromPlatform]: "migration_done",
} as const;

type OtherNotifications = typeof otherNotifications;

/** That of a failed action ends with `_failed`. */
export type ActionNotification =
  | Exclude<ActionType, keyof OtherNotifications>
  | OtherNotifications[keyof OtherNotifications];

const hasOtherNotification = (type: ActionType): type is keyof OtherNotifications => type in otherNotifications;

export const doneNotification = (type: ActionType): ActionNotification =>
  hasOtherNotification(type) ? otherNotifications[type] : type;
