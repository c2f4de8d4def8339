import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// What Cron's job asks pg_net for. Neither is here, nor is the Vault: tables and a function take their places.

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
  await outbox.query(`
    create schema vault;
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    create schema net;
    create table net.posted (url text, headers jsonb, body jsonb, timeout_milliseconds integer);
    create function net.http_post(
      url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
      timeout_milliseconds integer default 5000
    ) returns bigint language sql as
      'insert into net.posted values (url, headers, body, timeout_milliseconds) returning 1::bigint';
  `)
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.query('truncate enrollments, deliveries, delivery_attempts, net.posted, vault.decrypted_secrets cascade')
  await outbox.query('update upkeep set purged_at = clock_timestamp()')
  await outbox.query(
    `insert into vault.decrypted_secrets values ('project_url', 'https://project.supabase.co/'), ('service_key', 'sb_secret_x')`,
  )
})

const posted = async () => {
  await outbox.query('select private.call_delivery_worker()')
  return outbox.query('select * from net.posted')
}

test('where a delivery is due, the job calls the function with the service key', async () => {
  await outbox.save()
  expect(await posted()).toEqual([
    {
      url: 'https://project.supabase.co/functions/v1/submit-to-disputefox',
      headers: { 'Content-Type': 'application/json', apikey: 'sb_secret_x' },
      body: {},
      timeout_milliseconds: 65_000,
    },
  ])
})

test('where nothing is due, the job calls nobody, but notices workers that fell silent', async () => {
  expect(await posted()).toEqual([])
  const id = await outbox.save()
  await outbox.leased()
  await outbox.expireLeases()
  expect(await posted()).toEqual([])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'lease-expired' })
})

test('once an hour the job calls although nothing is due, for the purge', async () => {
  await outbox.query(`update upkeep set purged_at = clock_timestamp() - interval '61 minutes'`)
  expect(await posted()).toHaveLength(1)
})

test('a clock that was put back does not keep the job from the purge', async () => {
  await outbox.query(`update upkeep set purged_at = clock_timestamp() + interval '10 years'`)
  expect(await posted()).toHaveLength(1)
})

test('without its secrets the job does nothing', async () => {
  await outbox.save()
  await outbox.query(`delete from vault.decrypted_secrets where name = 'service_key'`)
  expect(await posted()).toEqual([])
})

test('nobody but its owner starts the job', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const trying = outbox.database.transactionAs({ role }, (client) =>
      client.query('select private.call_delivery_worker()'),
    )
    await expect(trying).rejects.toThrow('permission denied')
  }
})
