import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())

export const isUuid = (value: unknown): value is string => v.is(uuid, value)
