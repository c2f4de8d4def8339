import * as v from 'valibot'

/** An id of an account, a factor and so on. */
export const uuid = v.pipe(v.string(), v.uuid())
