/**
 * The path of a request target (RFC 9112 §3.2), decoded. Undefined if it is malformed: broken or overlong percent-encoding,
 * a control character, a backslash, an encoded slash, or `.` and `..` as segments. A client that writes addresses never
 * sends these, and programs in front of the gateway may read them differently than it does.
 */
export function pathOf(target: string): string | undefined {
  const [written = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)
  if (!written.startsWith('/') || /%2f|%5c/i.test(written)) return undefined
  const path = decode(written)
  return path === undefined || malformed.test(path) ? undefined : path
}

// eslint-disable-next-line no-control-regex
const malformed = /[\\\u0000-\u001f\u007f]|\/\.{1,2}(\/|$)/

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
