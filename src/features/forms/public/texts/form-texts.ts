/** What can be wrong with a field. */
export type FieldProblem =
  | "required"
  | "email"
  | "invalid"
  | "too_long"
  | "choice"
  | "date"
  | "phone"
  | "link"
  | "captcha";

export type FormTexts = {
  submit: string;
  required: string;
  choose: string;
  trap: string;
  captcha: string;
  problem: string;
  changed: string;
  tooMany: string;
  failed: string;
  close: string;
  problems: Readonly<Record<FieldProblem, string>>;
  thanksTitle: string;
  thanksLead: string;
  closedTitle: string;
  closedLead: string;
  confirmTitle: string;
  confirmLead: (sender: string) => string;
  confirm: string;
  confirmedTitle: string;
  confirmedLead: string;
  alreadyTitle: string;
  alreadyLead: string;
  unsubscribedTitle: string;
  unsubscribedLead: string;
  expiredTitle: string;
  expiredLead: string;
  expiredLink: string;
  endedLead: string;
};
