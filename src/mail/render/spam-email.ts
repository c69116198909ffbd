export type SpamRuleHit = { code: string; points: number; found?: string[] };

export type SpamEmail = { html: string; subject: string; preheader: string };
