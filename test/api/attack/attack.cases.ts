import { builderPath } from '../support/builder-world.ts'
import type { AttackService } from './attack-service.ts'

/** An attack with one key on the service, all of it within its limits. */
export type AttackCase = {
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly path: string
  /** Null for a request without one. */
  readonly body: (() => Buffer) | null
  /** The number of times, and of requests at once. */
  readonly times: number
  readonly atOnce: number
  /** The number of tenants that send them in turn. Default: one. */
  readonly tenants?: number
  /** The statuses a service may answer. */
  readonly statuses: readonly number[]
}

const large = 33_000_000
const megabyte = 1_040_000

/** Every case of the suite, against a vault that the attacker has. */
export function attackCasesOf({ vault, strategist, asset }: AttackService): readonly AttackCase[] {
  const tree = (text: string) =>
    json({ chain: 'local', vault_address: vault, strategist_address: strategist, tree: text })
  const definition = (text: string) => json({ definition: text })
  const push = { method: 'POST', path: '/v1/trees', times: 1, atOnce: 1 } as const
  const put = { method: 'PUT', path: '/v1/admin/vaults', times: 2, atOnce: 1 } as const
  const build = {
    method: 'POST',
    path: `/v1/tx-builder/api/execute/local/${vault}/${strategist}/aave_v3/supply`,
    times: 8,
    atOnce: 1,
  } as const
  const params = (value: unknown) => json({ params: value, skip_sim: true })
  const supply = (at: number) => ({
    route: 'aave_v3/supply',
    params: { asset, amount: `0.000${at + 1}` },
  })
  const batch = (skip_sim: boolean) =>
    json({ actions: Array.from({ length: 50 }, (_, at) => supply(at)), skip_sim, verbose: true })
  const batches = {
    method: 'POST',
    path: builderPath('execute-multiple', strategist),
    statuses: [200],
  } as const
  return [
    // What comes first meets a service that has built nothing yet.
    {
      ...batches,
      name: 'build: the first, a batch of 50',
      times: 2,
      atOnce: 1,
      body: () => batch(true),
    },
    {
      name: 'actions: the first list',
      method: 'GET',
      times: 2,
      atOnce: 1,
      body: null,
      path: builderPath('actions', strategist),
      statuses: [200],
    },
    {
      ...batches,
      name: 'build: 60 batches of 50',
      times: 60,
      atOnce: 60,
      body: () => batch(true),
    },
    // Sixteen of a tenant may wait for a simulation.
    {
      ...batches,
      name: 'build: 60 simulated batches of 50',
      times: 60,
      atOnce: 20,
      body: () => batch(false),
      statuses: [200, 503],
    },
    { ...push, name: 'tree: 32 MB of [', body: () => Buffer.alloc(large, '['), ...refused },
    { ...push, name: 'tree: [{},{},…]', body: () => bytesOf('[', '{},', '{}]', large), ...refused },
    {
      ...push,
      times: 4,
      atOnce: 4,
      name: 'tree: four of [{},{},…]',
      ...refused,
      body: () => bytesOf('[', '{},', '{}]', large),
    },
    {
      ...push,
      times: 8,
      atOnce: 8,
      tenants: 4,
      name: 'tree: eight of [{},{},…], four tenants',
      ...refused,
      body: () => bytesOf('[', '{},', '{}]', large),
    },
    {
      ...push,
      times: 8,
      atOnce: 8,
      tenants: 4,
      name: 'tree: eight texts of [{},{},…], four tenants',
      ...refused,
      body: () => tree(filled('[', '{},', '{}]', large - 300)),
    },
    {
      ...push,
      name: 'tree: text of [',
      ...refused,
      body: () => tree('['.repeat(large - 300)),
    },
    {
      ...push,
      times: 4,
      atOnce: 4,
      name: 'tree: four texts of [{},{},…]',
      ...refused,
      body: () => tree(filled('[', '{},', '{}]', large - 300)),
    },
    {
      ...push,
      name: 'tree: a key 3,000,000 times',
      ...refused,
      body: () => tree(filled('{', '"a":1,', '"a":1}', large / 2)),
    },
    {
      ...build,
      name: 'params: 80,000 unknown keys',
      ...refused,
      body: () => params(keys(80_000)),
    },
    {
      ...build,
      name: 'params: 100,000 short keys',
      ...refused,
      body: () => params(keys(100_000, '')),
    },
    {
      ...build,
      name: 'params: 9,000 unknown keys',
      ...refused,
      body: () => params(keys(9_000)),
    },
    {
      ...build,
      name: 'params: a text of [{},{},…]',
      ...refused,
      body: () => params({ asset: filled('[', '{},', '{}]', megabyte) }),
    },
    {
      ...build,
      name: 'params: an amount of 1,000,000 digits',
      ...refused,
      body: () => params({ amount: '9'.repeat(megabyte) }),
    },
    {
      ...put,
      name: 'definition: lines of -',
      body: () => definition('-\n'.repeat(340_000)),
      ...refused,
    },
    {
      ...put,
      name: 'definition: - - - -',
      body: () => definition('- '.repeat(megabyte / 2)),
      ...refused,
    },
    {
      ...put,
      name: 'definition: 1 MB of [',
      body: () => definition('['.repeat(megabyte)),
      ...refused,
    },
    {
      ...put,
      name: 'definition: [{},{},…]',
      ...refused,
      body: () => definition(filled('[', '{},', '{}]', megabyte)),
    },
    {
      ...put,
      name: 'definition: 70,000 keys',
      ...refused,
      body: () => definition(Array.from({ length: 70_000 }, (_, at) => `key${at}: 1`).join('\n')),
    },
    {
      ...put,
      name: 'lock: [{},{},…]',
      ...refused,
      body: () => json({ definition: 'name: V', lock: filled('[', '{},', '{}]', megabyte - 40) }),
    },
  ]
}

const refused = { statuses: [413, 422, 503] } as const

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function bytesOf(begin: string, item: string, end: string, length: number): Buffer {
  return Buffer.from(filled(begin, item, end, length))
}

function filled(begin: string, item: string, end: string, length: number): string {
  return begin + item.repeat(Math.floor((length - begin.length - end.length) / item.length)) + end
}

function keys(count: number, prefix = 'q'): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${prefix}${at.toString(36)}`, 0]),
  )
}
