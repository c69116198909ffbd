/** Names of the page's own fields. They begin with an underscore, which the key of a form's field cannot. */
/** Invisible to people; bots fill it in. */
export const trapField = "_website";
export const captchaTokenField = "_captcha";
export const shownAtField = "_shown";
export const versionField = "_version";
/** The page on which an embedded form stands. */
export const pageField = "_page";
/** The page before it, of which the report tells the host. */
export const referrerField = "_referrer";
