/** A stored request of a phone must not let its reader act as the phone. */

const mask = '***';
const isToken = (name: string): boolean => name.toLowerCase() === 'token';

/** The address of a request without the token in its query. */
export function urlWithoutToken(url: string): string {
  const question = url.indexOf('?') + 1;
  return question === 0 ? url : url.slice(0, question) + formWithoutToken(url.slice(question));
}

/** A form or JSON without its token; other text is cut at the word. */
export function bodyWithoutToken(body: string): string {
  const json = jsonWithoutToken(body);
  return json ?? formWithoutToken(body).replaceAll(/("token"\s*:\s*"?)[^"\s]+/gi, `$1${mask}`);
}

/** Names are compared as the parser reads them: `%74oken` is one too. */
const formWithoutToken = (form: string): string =>
  form
    .split('&')
    .map((field) =>
      [...new URLSearchParams(field)].some(([name]) => isToken(name)) ? `token=${mask}` : field,
    )
    .join('&');

/** Null when it is not JSON. Without a token it stays as it was sent. */
function jsonWithoutToken(body: string): string | null {
  let masked = false;
  try {
    const parsed: unknown = JSON.parse(body, (name, value) => {
      if (!isToken(name)) return value;
      masked = true;
      return mask;
    });
    return masked ? JSON.stringify(parsed) : body;
  } catch {
    return null;
  }
}
