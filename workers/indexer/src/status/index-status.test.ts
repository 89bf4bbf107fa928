import type { Address } from '@vaultwright/base'
import { openStore, type Store } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentFormulas as formulas } from '../value/formula.ts'
import { statusOf } from './index-status.ts'

const addressAt = (at: number): Address => `0x${String(at).padStart(40, '0')}`
const names = Array.from({ length: 60 }, (_, at) => `Vault ${at}`)
const nowUnix = () => 1_768_000_000n
let store: Store

beforeAll(async () => {
  store = await openStore('sqlite::memory:', { migrate: true })
  const { id } = await store.tenants.create({ name: 'many' }, 'local:test')
  for (const [index, name] of names.entries()) {
    const deployment = {
      chain: index % 2 === 0 ? 'local' : 'other',
      manager: addressAt(1_000 + index),
      accountant: addressAt(2_000 + index),
      teller: null,
      queues: [],
      drones: [],
      strategists: [],
      deployedAtUnix: null,
      deployedBlock: null,
    }
    const draft = {
      address: addressAt(index + 1),
      name,
      status: 'active' as const,
      deployedAtUnix: null,
      deployments: [deployment],
      definition: null,
      lock: null,
    }
    await store.vaults.put(id, draft, 'local:test')
  }
})
afterAll(() => store?.close())

test('default: every vault once, in the order of the store', async () => {
  const vaults = await store.vaults.everywhere()
  const rows = await statusOf({ store, formulas, nowUnix }, {})
  expect(rows.map(({ name }) => name)).toEqual(vaults.map(({ name }) => name))
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(names))
  const some = await statusOf({ store, formulas, nowUnix }, { chain: 'other' })
  expect(some).toEqual(rows.filter(({ chain }) => chain === 'other'))
  expect(some).toHaveLength(names.length / 2)
})

test('behavior: others get their turn after every few vaults', async () => {
  let turn = 0
  let next: NodeJS.Immediate
  const beat = () => {
    turn += 1
    next = setImmediate(beat)
  }
  const reads = new Map<number, number>()
  const failures: Store['failures'] = {
    ...store.failures,
    list: (...query) => {
      reads.set(turn, (reads.get(turn) ?? 0) + 1)
      return store.failures.list(...query)
    },
  }
  next = setImmediate(beat)
  await statusOf({ store: { ...store, failures }, formulas, nowUnix }, {})
  clearImmediate(next)
  const counts = [...reads.values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(names.length)
  expect(Math.max(...counts)).toBeLessThanOrEqual(4)
})
