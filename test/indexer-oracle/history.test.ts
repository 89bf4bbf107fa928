import { openReceiptReader } from '@vaultwright/indexer'
import { recompute } from '@vaultwright/valuation'
import { createPublicClient, erc20Abi, http, parseAbiItem } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExpectedDay, recomputeHistory } from '../support/index/history-oracle.ts'
import { differencesOf } from './difference.ts'
import { type IndexedWorld, openIndexedWorld } from './indexed-world.ts'

let world: IndexedWorld
let expected: readonly ExpectedDay[]

beforeAll(async () => {
  world = await openIndexedWorld()
  expected = await recomputeHistory(world.local)
  await world.index()
})
afterAll(() => world?.close())

test('default: every day of both vaults once, and all values as contract reads make them', async () => {
  for (const vault of world.local.manifest.vaults) {
    const actual = await world.daysOf(vault)
    const expectedDays = expected.filter((one) => one.vault === vault.vault)
    expect(actual.map(({ snapshot }) => snapshot.day)).toEqual(expectedDays.map(({ day }) => day))
    expect(expectedDays.flatMap((day, at) => differencesOf(day, actual[at]!))).toEqual([])
  }
  expect(world.events.filter(({ event }) => event === 'task_failed')).toEqual([])
})

test('golden: allowances are those that the tokens tell, and every approval of the history is among them', async () => {
  const { local, store, tenantId } = world
  const client = createPublicClient({ transport: http(local.anvil.url) })
  for (const { vault, drone } of local.manifest.vaults) {
    const place = { chain: 'local', vault }
    const { items } = await store.snapshots.page(tenantId, place, { limit: 100, after: null })
    const last = items[0]!
    const approvals = await client.getLogs({
      event: parseAbiItem(
        'event Approval(address indexed owner, address indexed spender, uint256 value)',
      ),
      args: { owner: [vault, drone] },
      fromBlock: 0n,
      toBlock: last.blockNumber,
    })
    const messages: string[] = []
    for (const { address, args } of approvals) {
      const pair = [args.owner!, args.spender!] as const
      const request = { address, abi: erc20Abi, functionName: 'allowance', args: pair } as const
      const amount = await client.readContract({ ...request, blockNumber: last.blockNumber })
      if (amount > 0n) messages.push(`${pair[0]} ${address.toLowerCase()} ${pair[1]} ${amount}`)
    }
    const stored = last.allowances!.entries.map(
      (one) => `${one.owner} ${one.token.toLowerCase()} ${one.spender} ${one.amount}`,
    )
    expect(last.allowances!.note).toBeNull()
    expect([...new Set(stored)].sort()).toEqual([...new Set(messages)].sort())
    // On its first day the vault had approved nothing.
    expect(items.at(-1)!.allowances).toEqual({ entries: [], note: null })
  }
})

test('behavior: a day is read in three rounds at most', () => {
  const indexed = world.events.filter((one) => one.event === 'day_indexed')
  expect(indexed).toHaveLength(expected.length)
  expect(indexed.filter(({ rounds }) => rounds > 3)).toEqual([])
})

test('behavior: again adds nothing and changes nothing', async () => {
  const read = () => Promise.all(world.local.manifest.vaults.map((one) => world.daysOf(one)))
  const before = await read()
  const count = world.events.length
  await world.index()
  expect(await read()).toEqual(before)
  const more = world.events.slice(count).map(({ event }) => event)
  expect(more.filter((event) => event === 'day_indexed' || event === 'revised')).toEqual([])
})

test('behavior: what was kept with a value makes it again', async () => {
  const { store, tenantId, local } = world
  const receiptOf = openReceiptReader(store, tenantId)
  for (const { vault } of local.manifest.vaults) {
    for (const { day } of expected.filter((one) => one.vault === vault)) {
      for (const kind of ['daily', 'performance'] as const) {
        const whole = await receiptOf({ chain: 'local', vault, day }, kind)
        const receipt = JSON.parse(JSON.stringify(whole!.receipt))
        expect(JSON.parse(JSON.stringify(recompute(receipt))), `${kind} ${day}`).toEqual(receipt)
      }
    }
  }
})

test('behavior: a value that is off by its last digit is a difference', async () => {
  const [vault] = world.local.manifest.vaults
  const [first] = await world.daysOf(vault!)
  const off = { ...expected[0]!, sharePrice: '1.000000000000000001' }
  expect(differencesOf(expected[0]!, first!)).toEqual([])
  expect(differencesOf(off, first!)).toEqual([
    expect.stringContaining('share price'),
    expect.stringContaining('share price of a row'),
    expect.stringContaining('share price of a row'),
  ])
})
