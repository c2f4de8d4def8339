import * as v from 'valibot'
import { problem } from './problems.ts'

/** In characters (R-EMAIL). The table's constraint has the same limit and pattern. */
export const emailLimit = 255

/**
 * The rule for an e-mail address (R-EMAIL), trimmed: the format of HTML's `<input type=email>`, which the sign-in service
 * accepts too, minus three kinds of typos: leading, trailing or repeated dots before the @, a domain without a dot, and
 * an impossible top-level domain.
 */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(emailPattern(), problem('invalid')),
  v.maxLength(emailLimit, problem('too-long')),
)

function emailPattern(): RegExp {
  const atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
  const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
  const ending = '[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]'
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${ending}$`)
}
