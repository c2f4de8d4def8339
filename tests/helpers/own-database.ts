import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { ask } from './lived-in.ts'
import type { TestDatabase } from './postgres.ts'

/** An empty database of a login that is no superuser: it may create roles, and was given those that exist already. */
export async function createOwnDatabase(): Promise<TestDatabase> {
  const admin = inject('postgresUrl')
  const name = `own_${randomBytes(6).toString('hex')}`
  await ask(
    admin,
    `create role ${name} login createrole password 'x';
     grant anon, authenticated, service_role, site_gateway, site_staff to ${name} with admin option`,
  )
  await ask(admin, `create database ${name} owner ${name} template template0`)
  const url = Object.assign(new URL(admin), { pathname: name, username: name, password: 'x' }).href
  return {
    url,
    drop: async () => {
      await ask(admin, `drop database ${name} with (force)`)
      await ask(admin, `drop role if exists site_gateway_of_${name}, site_staff_of_${name}, ${name}`)
    },
  }
}
