import type { RecipeEmail } from "../../features/automations/recipes/catalogue.ts";

const font = "font-family:Georgia,'Times New Roman',serif";

/** The e-mail of a recipe in the colours of the shop. The first link leads to the shop. */
export const emailHtml = ({ title, paragraphs, button }: RecipeEmail, shopUrl: string): string => `<!doctype html>
<html lang="cs">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:0;background-color:#fbf5e6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:#ffffff">
<tr><td style="padding:40px;${font};font-size:17px;line-height:1.6;color:#3b2a14">
<h1 style="margin:0 0 20px;font-size:32px;line-height:1.2;color:#5a3d1b">${title}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${text}</p>`).join("\n")}
<p style="margin:24px 0 0"><a href="${shopUrl}" style="display:inline-block;padding:14px 28px;background-color:#e0a100;color:#2b1d08;text-decoration:none;font-weight:bold">${button}</a></p>
</td></tr>
<tr><td style="padding:24px 40px;${font};font-size:13px;line-height:1.6;color:#6b5636" align="center">
{{df_account_name}}<br>{{df_account_address}}<br>
<a href="{{df_browser_url}}" style="color:#6b5636">Zobrazit v prohlížeči</a> · <a href="{{df_unsubscribe_url}}" style="color:#6b5636">Odhlásit se</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
