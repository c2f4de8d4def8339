/**
 * What an operation came to. An expected failure (a wrong password, a missing setting, a body that is too large) is a
 * value that the caller has to look at: a sentence or a code, never an exception. What is thrown is a bug, or an outage
 * that nobody on the way can answer for; it ends in the log. The one exception to this is a transaction, which is
 * rolled back by throwing.
 */
export type Result<Value, Fault> = { ok: Value } | { fault: Fault }

/** Goes on with the value, at once or asynchronously; a fault is passed through. */
export function whenOk<Value, Next, Fault>(
  result: Result<Value, Fault>,
  next: (value: Value) => Next,
): Next | { fault: Fault } {
  return 'ok' in result ? next(result.ok) : result
}
