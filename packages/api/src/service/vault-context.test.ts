import { VaultNotFoundError, type VaultRules } from '@vaultwright/store'
import { expect, test } from 'vitest'
import type { ApiContext } from './context.ts'
import { vaultContextOf } from './vault-context.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const vaultRef = { chain: 'base', vault: address('1') }

/** A store whose revision the test sets, and that counts how often a vault is read. */
function openWorld() {
  const world = { revision: 'a' as string | null, reads: 0, answers: [] as (VaultRules | null)[] }
  const deployment = { chain: 'base', manager: address('2'), drones: [] }
  const rules = { address: vaultRef.vault, name: 'A', definition: null, lock: null, deployment }
  const store = {
    revision: () => null,
    askRevision: async () => world.revision,
    vaults: {
      rules: async () => {
        world.reads++
        await Promise.resolve()
        return world.answers.length > 0 ? world.answers.shift()! : rules
      },
    },
    roots: { current: async () => [] },
  }
  const context = { store } as unknown as ApiContext
  const find = (tenantId = 't1', asOf?: string) =>
    vaultContextOf(context, { tenantId, ...(asOf !== undefined && { asOf }) }, vaultRef)
  return { world, find }
}

test('law: a vault is read once for all who know the same revision, and again with the next one', async () => {
  const { world, find } = openWorld()
  const [first, second] = await Promise.all([find(), find()])
  expect(second).toBe(first)
  expect(await find('t1', 'a')).toBe(first)
  expect(world.reads).toBe(1)
  expect((await find('t2')).tenantId).toBe('t2')
  expect(world.reads).toBe(2)
  world.revision = 'b'
  expect(await find()).not.toBe(first)
  expect(world.reads).toBe(3)
})

test('behavior: without a revision each request reads', async () => {
  const { world, find } = openWorld()
  world.revision = null
  await Promise.all([find(), find()])
  expect(world.reads).toBe(2)
})

test('error: all who wait get VaultNotFoundError, and it is not kept', async () => {
  const { world, find } = openWorld()
  world.answers = [null]
  for (const pending of [find(), find()])
    await expect(pending).rejects.toBeInstanceOf(VaultNotFoundError)
  expect((await find()).vault.name).toBe('A')
  expect(world.reads).toBe(2)
})
