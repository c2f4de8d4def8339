/**
 * The outcome of an operation that may fail. An expected failure (a wrong password, a missing setting, a body that is too
 * large) is returned as a fault, which the types make callers handle. What is thrown is a bug or an outage: it is caught
 * at the boundary, logged, and answered with a generic error. Two expected failures are thrown nevertheless: those that end
 * a start or a command (`StartupFault`, `CommandFault`), and a refusal that has to roll back its transaction.
 */
export type Result<Value, Fault> = { ok: Value } | { fault: Fault }

/** Applies `next`, which may be asynchronous, to the value; passes a fault through. */
export function whenOk<Value, Next, Fault>(
  result: Result<Value, Fault>,
  next: (value: Value) => Next,
): Next | { fault: Fault } {
  return 'ok' in result ? next(result.ok) : result
}
