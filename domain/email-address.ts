import * as v from 'valibot'
import { problem } from './problems.ts'

/** In characters (R-EMAIL). The table's constraint has the same figure and the same pattern. */
export const emailLimit = 255

/**
 * The one rule for an e-mail address (R-EMAIL), trimmed: HTML's format of `<input type=email>`, which the sign-in service
 * accepts too, without three kinds of typos that it lets through: leading, trailing or repeated dots before the @, a
 * domain without a dot, and an ending that no domain has.
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
