import {
  countItems,
  existing,
  readItems,
  maskedEmail,
  objectIn,
  picked,
  readAll,
  sumField,
  type Previewer,
  type Previewers,
} from "./preview.ts";

const ofContact =
  (fields: readonly string[], warnings: readonly string[] = []): Previewer =>
  async (read, { params }) => {
    const own = { params: { id: params["id"] } };
    const [contact, consents, activities] = await Promise.all([
      read("getContact", own),
      read("listContactPurposes", own),
      read("listActivities", { ...own, query: { pageSize: 1 } }),
    ]);
    const shown = {
      contacts: 1,
      email: maskedEmail(contact),
      lists: countItems(contact["lists"]),
      consents: readItems(consents).filter(({ state }) => state === "valid").length,
      completedOrders: sumField(contact["orderTotals"], "orders"),
      activities: activities["total"],
      ...picked(contact, fields),
    };
    return { shown, warnings, state: picked(contact, ["id", "updatedAt", "state", "status", "blacklisted"]) };
  };

/** Counts those of the named contacts that the call changes. */
const ofListMembers =
  (changed: readonly string[], warning: string): Previewer =>
  async (read, { params, body }) => {
    const [list, found] = await Promise.all([
      read("getList", { params }),
      read("previewMemberRemoval", { params, body }),
    ]);
    const contacts = changed.reduce((sum, field) => sum + Number(found[field]), 0);
    const { total } = objectIn(list["counts"]);
    return {
      shown: { contacts, notMember: found["notMember"], list: list["name"], members: total },
      warnings: [warning],
      state: { contacts, total },
    };
  };

export const contactPreviews: Previewers = {
  deleteContact: ofContact(["state"], ["Consents and history of the contact are deleted; a suppression stays."]),
  unsubscribeContact: ofContact(
    ["state"],
    ["The contact gets no more campaigns and can only subscribe again by themselves."],
  ),
  eraseContact: ofContact(
    ["state"],
    ["All personal data of the contact is erased and the address can never be imported again."],
  ),
  unblacklistContact: ofContact(["state", "blacklisted", "blacklistedAt"]),
  withdrawContactPurpose: async (read, { params }) => {
    const contact = await read("getContact", { params: { id: params["id"] } });
    const consents = readItems(await read("listContactPurposes", { params: { id: params["id"] } }));
    const match = consents.find(({ id }) => id === params["consentId"]);
    const consent = existing(match, "consent");
    return {
      shown: {
        contacts: 1,
        email: maskedEmail(contact),
        consents: consents.length,
        withdrawn: consent["name"] ?? null,
      },
      state: { updatedAt: contact["updatedAt"], consent },
    };
  },
  deleteSuppression: async (read, { params }) => {
    const email = String(params["email"]);
    const found = readItems(await read("listSuppressions", { query: { q: email, pageSize: 100 } }));
    const match = found.find((item) => item["email"] === email.toLowerCase());
    const suppression = existing(match, "suppression");
    return {
      shown: {
        suppressions: 1,
        email: maskedEmail({ email }),
        reason: suppression["reason"] ?? null,
      },
      warnings: ["The address may be mailed again."],
      state: { suppression },
    };
  },
  deleteCustomField: async (read, { params }) => {
    const [fields, shops] = await Promise.all([readAll(read, "listCustomFields"), read("listShops", {})]);
    const field = existing(
      fields.find(({ id }) => id === params["id"]),
      "custom_field",
    );
    const filled = { type: "custom_field", fieldId: params["id"], operator: "is_not_empty" };
    const counts = await Promise.all(
      readItems(shops).map(({ id: shopId }) =>
        read("previewSegment", { body: { shopId, definition: { type: "group", match: "all", rules: [filled] } } }),
      ),
    );
    return {
      shown: { customFields: 1, contactsWithValue: sumField(counts, "matched"), ...picked(field, ["name", "type"]) },
      warnings: ["The values of all contacts are deleted."],
      state: { field },
    };
  },
  mergeLists: async (read, { body }) => {
    const { listIds, deleteSources, name } = objectIn(body);
    const ids = Array.isArray(listIds) ? listIds : [];
    const lists = await Promise.all(ids.map((id) => read("getList", { params: { list_id: String(id) } })));
    const sources = lists.map((list) => ({
      id: list["id"],
      name: list["name"],
      members: objectIn(list["counts"])["total"],
    }));
    return {
      shown: {
        newList: name ?? null,
        sources,
        membersAtMost: sumField(sources, "members"),
        deletedLists: deleteSources === true ? sources.length : 0,
      },
      warnings: deleteSources === true ? ["The source lists are deleted; their contacts stay."] : [],
      state: { sources },
    };
  },
  deleteList: async (read, { params, query }) => {
    const [list, deletion] = await Promise.all([
      read("getList", { params }),
      read("previewListDeletion", { params, query }),
    ]);
    const { mode = "list" } = query;
    return {
      shown: { lists: 1, name: list["name"], mode, ...deletion },
      warnings: mode === "list" ? [] : ["Contacts are deleted with the list."],
      state: { id: list["id"], name: list["name"], counts: list["counts"], mode, ...deletion },
    };
  },
  removeListMembers: ofListMembers(["members", "unsubscribed"], "The contacts leave the list."),
  unsubscribeListMembers: ofListMembers(["members"], "The contacts can only join the list again by themselves."),
  maintainShopLists: async (read, { body }) => {
    const { lists } = await read("maintainShopLists", { body: { ...objectIn(body), apply: false } });
    return { shown: { lists: countItems(lists), changes: lists ?? [] } };
  },
  deleteSegment: async (read, { params }) => {
    const segment = await read("getSegment", { params });
    return {
      shown: { segments: 1, ...picked(segment, ["name", "matched", "ruleCount"]) },
      state: picked(segment, ["id", "updatedAt", "definition"]),
    };
  },
  createImport: async (read, { body }) => {
    const { fileId, options, mapping, kind, mode, listIds, runAutomations } = objectIn(body);
    const given = Object.entries({ fileId, options, mapping, kind, mode }).filter(([, value]) => value !== undefined);
    const { counts } = await read("previewImport", { body: Object.fromEntries(given) });
    return {
      shown: { counts, mode: mode ?? null, lists: countItems(listIds), runAutomations: runAutomations === true },
      warnings: runAutomations === true ? ["Automations may write to the imported contacts."] : [],
    };
  },
  deleteImport: async (read, { params }) => {
    const one = await read("getImport", { params });
    return {
      shown: { imports: 1, ...picked(one, ["name", "status", "rows", "result"]) },
      warnings: ["Imported contacts stay."],
    };
  },
};
