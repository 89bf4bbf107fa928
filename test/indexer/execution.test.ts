import type { Address } from '@vaultwright/base'
import { type LocalChain, openChain } from '@vaultwright/chain'
import {
  handlerOf,
  type IndexContext,
  type IndexEvent,
  openContext,
  openIndexMetrics,
} from '@vaultwright/indexer'
import type { Statement } from '@vaultwright/outcome'
import type { SafeTransaction } from '@vaultwright/safe'
import { parseExecutionDetails, printStatement } from '@vaultwright/safe-service'
import type { StoredExecution } from '@vaultwright/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSeededStore, type SeededStore, slug } from '../support/index/index-seed.ts'
import { localParts } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { type LocalActors, openLocalActors } from '../support/node/local-execution.ts'

let local: LocalChain
let actors: LocalActors
const opened: SeededStore[] = []
beforeEach(async () => {
  local = await startLocalChain()
  actors = await openLocalActors(local)
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  await local?.anvil.close()
})

const wei = 10n ** 18n
/** So many blocks may still be replaced. */
const _depth = 8n

type World = {
  readonly seeded: SeededStore
  readonly events: readonly IndexEvent[]
  readonly context: IndexContext
  /** Reads roots and executions on, as a scan does. */
  readonly sync: () => Promise<void>
  readonly rows: () => Promise<readonly StoredExecution[]>
}

async function openWorld(): Promise<World> {
  const seeded = await openSeededStore(local.manifest)
  opened.push(seeded)
  const chain = await openChain(local.anvil.rpc, { id: 31337 })
  const events: IndexEvent[] = []
  const context = openContext({
    ...localParts(local.manifest),
    store: seeded.store,
    // Blocks count at once, and as many as may be replaced are read again.
    chains: async () => ({ slug, chain, finality: { kind: 'tag', tag: 'latest' } }),
    nowUnix: () => BigInt(local.manifest.head.timestamp),
    observe: (event) => void events.push(event),
    enqueue: async () => {},
  })
  const handle = handlerOf(context)
  const { tenantId, places, store } = seeded
  const vaultRef = { tenantId, chain: slug, vault: places[0]!.vault }
  const signal = new AbortController().signal
  return {
    seeded,
    events,
    context,
    sync: async () => {
      for (const kind of ['roots.sync', 'executions.sync'] as const) {
        await handle({ kind, ...vaultRef }, { attempt: 1, signal })
      }
    },
    rows: async () => {
      const query = { after: null, limit: 100 }
      const { items } = await store.executions.page(tenantId, places[0]!, query)
      return items
    },
  }
}

const execute = async (change: Partial<SafeTransaction>) => {
  const transaction = await actors.safeTransaction(change)
  const data = await actors.execution(transaction)
  await actors.send({ from: actors.of('signer 2'), to: actors.of('Multisig'), data })
  return actors.hashOf(transaction)
}

/** States that a supply of WETH does what it says. */
async function stateSupply({ seeded }: World, transaction: SafeTransaction, amount = wei) {
  const { of } = actors
  const safe = of('Multisig')
  const safeTxHash = actors.hashOf(transaction)
  const head = (await actors.ask('eth_blockNumber')) as string
  const vault: Address = of('Local ETH')
  const receipt = (await actors.ask('eth_call', {
    to: of('Aave pool'),
    data: `0x35ea6a75${of('WETH').slice(2).padStart(64, '0')}`,
  })) as string
  const receiptToken: Address = `0x${receipt.slice(2 + 8 * 64 + 24, 2 + 9 * 64)}`
  const statement: Statement = {
    safe,
    chainId: 31337,
    version: '1.4.1',
    nonce: transaction.nonce,
    safeTxHash,
    contentHash: safeTxHash,
    watched: [vault, safe],
    block: BigInt(head),
    moves: [
      { token: of('WETH'), holder: vault, atLeast: -amount, atMost: -amount },
      { token: receiptToken, holder: vault, atLeast: amount - 1n, atMost: null },
    ],
    approvals: [],
  }
  await seeded.store.safeQueues.putStatement(
    seeded.tenantId,
    { chain: slug, safe },
    { hash: safeTxHash, createdAtUnix: 1n, body: printStatement(statement) },
  )
}

test('law: what is read at once, block by block, and again after a reorganisation is the same', async () => {
  const [steady, once] = [await openWorld(), await openWorld()]
  const supply = () => execute({ data: actors.supply(wei) })
  await steady.sync()
  await supply()
  await steady.sync()
  const fork = await actors.ask('evm_snapshot')
  await execute({ to: actors.of('signer 1'), data: '0x' })
  await steady.sync()
  const [lost] = await steady.rows()
  await actors.ask('evm_revert', fork)
  // Another transaction takes the place, and one more comes behind it.
  await execute({ data: '0x21801a99', safeTxGas: 200_000n })
  await supply()
  await steady.sync()
  await actors.ask('anvil_mine', '0x50')
  await supply()
  await steady.sync()
  await once.sync()
  const rows = await steady.rows()
  expect(rows).toEqual(await once.rows())
  expect(rows.map(({ txHash }) => txHash)).not.toContain(lost!.txHash)
  expect(rows.slice(0, 4).map(({ calls }) => calls)).toEqual([2, 2, null, 2])
  const changes = steady.events.flatMap((event) =>
    event.event === 'executions_synced' ? [[event.added, event.removed]] : [],
  )
  const history = rows.length - 4
  expect(changes).toEqual([
    [history, 0],
    [1, 0],
    [1, 0],
    [2, 1],
    [1, 0],
  ])
  const before = steady.events.length
  await steady.sync()
  expect(steady.events.slice(before).map(({ event }) => event)).toEqual(['task_done', 'task_done'])
})

test('golden: an execution that was stated is as said, or names each difference; the rest says why it is neither', async () => {
  const world = await openWorld()
  const honest = await actors.safeTransaction({ data: actors.supply(wei) })
  await stateSupply(world, honest)
  await execute(honest)
  const dearer = await actors.safeTransaction({ data: actors.supply(2n * wei) })
  await stateSupply(world, dearer, wei)
  await execute(dearer)
  await execute({ data: actors.supply(wei) })
  await world.sync()
  const rows = await world.rows()
  const [unsaid, otherwise, asSaid, direct] = rows.map((row) => {
    return { ...row, ...parseExecutionDetails(row.body) }
  })
  expect(asSaid).toMatchObject({
    outcome: 'executed_as_said',
    findings: [],
    notStatedBecause: null,
  })
  expect(otherwise!.outcome).toBe('executed_otherwise')
  expect(otherwise!.findings.map(({ code }) => code)).toContain('move_out_of_bounds')
  expect(unsaid).toMatchObject({ outcome: null, notStatedBecause: 'It was not proposed here.' })
  expect(direct!.outcome).toBe(null)
  expect(direct!.notStatedBecause).toContain('acts by itself')
  const reported = world.events.flatMap((event) =>
    event.event === 'execution_unstated' && event.origin === 'safe' ? [event.txHash] : [],
  )
  // What the Safe executed long ago is history: it raises nothing.
  expect(reported).toEqual([unsaid!.txHash])
  const metrics = await openIndexMetrics()
  for (const event of world.events) metrics.observe(event)
  const lines = (await metrics.print()).split('\n')
  const counted = lines.filter((line) => /^vaultwright_execution_unstated_total.*safe/.test(line))
  expect(counted.map((line) => line.slice(-16))).toEqual(['origin="safe"} 1'])
})

test('law: a task that was cut off goes on where it stopped', async () => {
  const [cut, whole] = [await openWorld(), await openWorld()]
  const { store, tenantId, places } = cut.seeded
  const { sync } = store.executions
  let isFailing = true
  // The store goes away after the first part.
  Object.assign(store.executions, {
    sync: async (...args: Parameters<typeof sync>) => {
      const change = await sync(...args)
      if (isFailing) throw new Error('The store went away.')
      return change
    },
  })
  await expect(cut.sync()).rejects.toThrow('went away')
  isFailing = false
  await cut.sync()
  await whole.sync()
  expect(await cut.rows()).toEqual(await whole.rows())
  const next = await store.executions.nextBlock(tenantId, places[0]!)
  expect(next).toBe(BigInt(local.manifest.head.block) + 1n)
})
