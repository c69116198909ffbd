import type { JsonObject } from "../graph/json.ts";
import { recipeGraph, type RecipeGraph, type RecipeKey, type RecipeLanguage } from "./catalogue.ts";

const delay = (amount: number, unit: "hours" | "days"): JsonObject => ({ kind: "delay", amount, unit });
const wait = (amount: number, unit: "hours" | "days"): JsonObject => ({ spec: delay(amount, unit) });
const when = (rule: JsonObject): JsonObject => ({ definition: { type: "group", match: "all", rules: [rule] } });

const hasOrderedWithin = (days: number) => when({ type: "last_order", operator: "in_last_days", days: String(days) });
const hasOrdered = when({ type: "order_count", operator: "gte", count: "1" });
const clicksWithin = (days: number): JsonObject => ({
  ...when({ type: "field", field: "lastClickAt", operator: "in_last_days", value: String(days) }),
  spec: delay(days, "days"),
});

/** States that mean that the buyer has the goods. */
const deliveredStates: Readonly<Record<RecipeLanguage, readonly string[]>> = {
  cs: ["Doručeno", "Doručená", "Vyřízeno", "Vyřízená", "Vyzvednuto", "Dokončeno"],
  sk: ["Doručené", "Doručená", "Vybavené", "Vybavená", "Vyzdvihnuté", "Dokončené"],
  en: ["Delivered", "Completed", "Complete", "Fulfilled"],
};

const keptLabel: Readonly<Record<RecipeLanguage, string>> = {
  cs: "Zájem potvrzen",
  sk: "Záujem potvrdený",
  en: "Interest confirmed",
};

type BuildGraph = (language: RecipeLanguage) => RecipeGraph;

export const recipeGraphs: Readonly<Record<RecipeKey, BuildGraph>> = {
  welcome: () =>
    recipeGraph(
      [
        ["start", "subscribed", { reentry: "once" }],
        ["hello", "email"],
        ["pause", "wait", wait(4, "days")],
        ["ordered", "condition", hasOrdered],
        ["story", "email"],
        ["end", "end"],
      ],
      [
        "start next hello",
        "hello next pause",
        "pause next ordered",
        "ordered yes end",
        "ordered no story",
        "story next end",
      ],
    ),
  abandoned_cart: () =>
    recipeGraph(
      [
        // An order cancels both, also one that is not completed yet, which a condition would not see.
        ["start", "cart_abandoned", { after: delay(1, "hours") }],
        ["reminder", "email"],
        ["day", "cart_abandoned", { after: delay(1, "days") }],
        ["last", "email"],
        ["end", "end"],
      ],
      ["start next reminder", "reminder next end", "day next last", "last next end"],
    ),
  after_purchase: () =>
    recipeGraph(
      [
        ["start", "order_created"],
        ["pause", "wait", wait(2, "hours")],
        ["thanks", "email"],
        ["end", "end"],
      ],
      ["start next pause", "pause next thanks", "thanks next end"],
    ),
  review_request: (language) =>
    recipeGraph(
      [
        ["start", "order_state", { states: deliveredStates[language] }],
        ["pause", "wait", wait(7, "days")],
        ["review", "email"],
        ["end", "end"],
      ],
      ["start next pause", "pause next review", "review next end"],
    ),
  win_back: () =>
    recipeGraph(
      [
        // Every order has its own run; only that of the last order gets to the e-mail.
        ["start", "order_created", { reentry: "always" }],
        ["quarter", "wait", wait(90, "days")],
        ["ordered", "condition", hasOrderedWithin(89)],
        ["miss", "email"],
        ["pause", "wait", wait(30, "days")],
        ["returned", "condition", hasOrderedWithin(30)],
        ["last", "email"],
        ["end", "end"],
      ],
      [
        "start next quarter",
        "quarter next ordered",
        "ordered yes end",
        "ordered no miss",
        "miss next pause",
        "pause next returned",
        "returned yes end",
        "returned no last",
        "last next end",
      ],
    ),
  birthday: () =>
    recipeGraph(
      [
        ["start", "date", { field: "birthday", offsetDays: 0, time: "09:00" }],
        ["wish", "email"],
        ["end", "end"],
      ],
      ["start next wish", "wish next end"],
    ),
  name_day: () =>
    recipeGraph(
      [
        ["start", "date", { field: "nameDay", offsetDays: 0, time: "08:00" }],
        ["wish", "email"],
        ["end", "end"],
      ],
      ["start next wish", "wish next end"],
    ),
  re_permission: (language) =>
    recipeGraph(
      [
        ["start", "manual", { reentry: "once" }],
        ["ask", "email"],
        ["answered", "condition", clicksWithin(14)],
        ["last", "email"],
        ["decided", "condition", clicksWithin(7)],
        ["goodbye", "unsubscribe"],
        ["kept", "add_label", { label: keptLabel[language] }],
        ["end", "end"],
      ],
      [
        "start next ask",
        "ask next answered",
        "answered yes kept",
        "answered no last",
        "last next decided",
        "decided yes kept",
        "decided no goodbye",
        "goodbye next end",
        "kept next end",
      ],
    ),
};
