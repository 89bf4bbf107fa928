import { readFileSync } from 'node:fs'
import { openSolanaNode, type SolanaNode, SolanaRefusedError } from '@vaultwright/chain'
import {
  handlerOf,
  type IndexContext,
  type IndexEvent,
  type IndexParts,
  openContext,
  openInlineQueue,
  readSvmDay,
  statusOf,
  svmToleranceSeconds,
  workOptionsOf,
} from '@vaultwright/indexer'
import { openStore, type Store, type SvmVault } from '@vaultwright/store'
import {
  decodeVaultReading,
  mainnetGenesisHash,
  parseKeptAccounts,
  type SvmAddress,
  svmAddressOf,
  tokenProgram,
} from '@vaultwright/svm'
import { decodeSvmReading, digestsIn } from '@vaultwright/svm-builder'
import { endOfDay, shiftDay } from '@vaultwright/valuation'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshName } from '../support/store/store-fixture.ts'
import { holdingBytes, mintBytes } from './world/account.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

const definition = readFileSync(
  new URL('../../fixtures/solana/solana-usd.yaml', import.meta.url),
  'utf8',
)
const day = '2027-01-14'
const afterDay = endOfDay(day) + 6n

let world: SolanaWorld
let node: SolanaNode
let store: Store
let vault: SvmVault

beforeAll(async () => {
  world = await openSolanaWorld()
  node = openSolanaNode({
    endpoints: [world.url],
    genesisHash: world.genesisHash,
    retries: 0,
    timeoutMs: 30_000,
  })
  store = await openStore(':memory:', { migrate: true, nowUnix: () => afterDay })
})
afterAll(async () => {
  await node.close()
  await world.close()
  await store.close()
})

/** Each test has the vault for itself, in a tenant of its own. */
beforeEach(async () => {
  const tenant = await store.tenants.create({ name: freshName() }, 'local:test')
  const draft = { address: world.state, program: world.program, vaultId: world.vaultId }
  const named = { name: 'Solana USD', status: 'active', definition } as const
  vault = await store.svmVaults.put(tenant.id, { ...draft, ...named }, 'local:test')
  world.setState({ paused: false, exchangeRate: 1_000_000n })
})

const attemptOne = { attempt: 1, signal: new AbortController().signal }

function contextOf(parts: Partial<IndexParts>): IndexContext {
  return openContext({
    store,
    prices: { prices: [] },
    chains: () => Promise.reject(new Error('no chain')),
    settings: { order: 'oldest', revisionDays: null, priceDays: null, provesDays: false },
    nowUnix: () => afterDay,
    random: () => 0.5,
    fetch,
    observe: () => {},
    enqueue: async () => {},
    ...parts,
  })
}

const marksOf = () => store.svmReadings.marks(vault.tenantId, { vault: vault.address })
const latest = () => store.svmReadings.latest(vault.tenantId, { vault: vault.address })
const read = (on = day) => readSvmDay({ store, node }, vault, on)

test('golden: a day is read once, and what is kept says rate, supply and slot of the world', async () => {
  world.setClock(afterDay)
  world.setState({ exchangeRate: 1_012_345n, paused: true })
  await node.slot()
  const before = world.shim.requests()
  expect(await read()).toEqual({ kind: 'added' })
  // The state, the accounts, before and after them the token accounts of two sub-accounts, and the transactions.
  expect(world.shim.requests() - before).toBe(7)
  expect(await read()).toEqual({ kind: 'kept' })
  expect(world.shim.requests() - before).toBe(7)
  const reading = (await latest())!
  const of = { vault: world.state, program: world.program }
  const decoded = decodeVaultReading(parseKeptAccounts(reading.body), of)
  expect(decoded).toMatchObject({ slot: reading.slot, unix: afterDay })
  expect(decoded.state).toMatchObject({ exchangeRate: 1_012_345n, paused: true })
  const mint = world.account(world.shareMint)
  expect(parseKeptAccounts(reading.body).accounts.get(world.shareMint)).toEqual(mint)
})

const heldOn = async () => {
  const of = { vault: world.state, program: world.program }
  return decodeSvmReading(parseKeptAccounts((await latest())!.body), of).held!
}

test('golden: what the sub-accounts of the world hold is read with the day, prices beside it', async () => {
  world.setClock(afterDay)
  const { usdc, wsol } = world.mints
  const quote = {
    source: 'fixed',
    confidence: null,
    kind: 'fixed',
    atUnix: String(afterDay),
  } as const
  const readPrices = async () => ({
    observed: [{ ...quote, asset: usdc, per: 'usd', price: '0.9998' } as const],
    failed: [
      { asset: wsol, source: 'http:prices.example', reason: 'The server cannot be reached.' },
    ],
  })
  expect(await readSvmDay({ store, node, readPrices }, vault, day)).toEqual({ kind: 'added' })
  const held = await heldOn()
  const shown = held.holdings.map(({ holder, asset, amount }) => [holder, asset.symbol, amount])
  const [first, second] = [world.subAccount(0), world.subAccount(1)]
  expect(shown.toSorted()).toEqual(
    [
      [first, 'SOL', '50000000000'],
      [first, 'USDC', '2500000000000'],
      [first, 'WSOL', '20000000000'],
      [first, 'XUSD', '10000000000'],
      [second, 'SOL', '5000000000'],
      [second, 'USDC', '100000000000'],
    ].toSorted(),
  )
  expect(held.quotes[0]).toEqual({ ...quote, asset: usdc, per: 'usd', price: '0.9998' })
  expect(held.failures).toEqual([
    { what: `price of ${wsol} from http:prices.example`, reason: 'The server cannot be reached.' },
  ])
})

test('law: token accounts that a definition does not name are read, and a node that lists none is named', async () => {
  world.setClock(afterDay)
  const outsider = world.people.outsider
  const put = (owner: SvmAddress, data: Uint8Array) => world.put(outsider, { owner, data })
  const mint = world.people.newcomer
  world.put(mint, {
    owner: tokenProgram,
    data: mintBytes({ supply: 7n, decimals: 2, authority: outsider }),
  })
  put(tokenProgram, holdingBytes({ owner: world.subAccount(1), mint, amount: 3n }))
  onTestFinished(() => world.refurnish())
  expect(await read()).toEqual({ kind: 'added' })
  const foreign = { asset: { address: mint, symbol: mint, decimals: 2 }, amount: '3' }
  expect((await heldOn()).holdings).toContainEqual(expect.objectContaining(foreign))
  const next = shiftDay(day, 1)
  world.setClock(endOfDay(next) + 6n)
  const refusal = { code: -32010, message: 'excluded from account secondary indexes', data: null }
  const deaf: SolanaNode = {
    ...node,
    tokenAccountsOf: () =>
      Promise.reject(new SolanaRefusedError('getTokenAccountsByOwner', refusal)),
  }
  expect(await readSvmDay({ store, node: deaf }, vault, next)).toEqual({ kind: 'added' })
  const held = await heldOn()
  expect(held.failures.map(({ what }) => what)).toEqual([
    'token accounts of sub-account 0',
    'token accounts of sub-account 1',
  ])
  // What follows from the definition was read all the same.
  expect(held.holdings.map(({ asset }) => asset.symbol)).toContain('USDC')
  expect(held.holdings.map(({ asset }) => asset.symbol)).not.toContain(mint)
})

test('golden: digests are followed from day to day; one that the definition does not name is counted', async () => {
  const digestsOf = async () => digestsIn((await latest())!.body)!
  const foreignCount = async () => {
    const [status] = await statusOf(contextOf({}), { tenantId: vault.tenantId })
    return status!.foreignDigests
  }
  world.setClock(afterDay)
  expect(await read()).toEqual({ kind: 'added' })
  const first = await digestsOf()
  expect(first).toMatchObject({ isComplete: true, isCurrent: true })
  expect(await foreignCount()).toBe(0)
  const digest = new Uint8Array(32).fill(0xab)
  await world.permit([], digest)
  const next = shiftDay(day, 1)
  world.setClock(endOfDay(next) + 6n)
  expect(await read(next)).toEqual({ kind: 'added' })
  const second = await digestsOf()
  expect(second.open).toEqual([...first.open, 'ab'.repeat(32)].sort())
  expect(second.newest).not.toBe(first.newest)
  expect(await foreignCount()).toBe(1)
  // A node that tells no transactions costs no day, and is no proof that there are none.
  const third = shiftDay(day, 2)
  world.setClock(endOfDay(third) + 6n)
  const refusal = { code: -32011, message: 'history is not available', data: null }
  const forgetful: SolanaNode = {
    ...node,
    signaturesOf: () => Promise.reject(new SolanaRefusedError('getSignaturesForAddress', refusal)),
  }
  expect(await readSvmDay({ store, node: forgetful }, vault, third)).toEqual({ kind: 'added' })
  expect(await digestsOf()).toEqual({ ...second, isCurrent: false })
  expect(await foreignCount()).toBe(1)
  await world.revoke(digest)
  const fourth = shiftDay(day, 3)
  world.setClock(endOfDay(fourth) + 6n)
  expect(await read(fourth)).toEqual({ kind: 'added' })
  expect(await digestsOf()).toMatchObject({ open: first.open, isCurrent: true })
  expect(await foreignCount()).toBe(0)
})

test('refuses: token accounts that come and go while they are read', async () => {
  world.setClock(afterDay)
  let count = 0n
  const restless: SolanaNode = {
    ...node,
    tokenAccountsOf: async (...asked) => {
      const listed = await node.tokenAccountsOf(...asked)
      count += 1n
      const [address] = listed.accounts.keys()
      const account = listed.accounts.get(address!)!
      const extra = svmAddressOf(new Uint8Array(32).fill(Number(count)))
      return { ...listed, accounts: new Map([...listed.accounts, [extra, account]]) }
    },
  }
  const reading = readSvmDay({ store, node: restless }, vault, day)
  await expect(reading).rejects.toMatchObject({ code: 'holdings_moved', retryable: true })
  expect(await marksOf()).toEqual([])
})

test('law: a day that is not over waits, and one that is long over is lost; neither keeps anything', async () => {
  world.setClock(endOfDay(day))
  expect(await read()).toMatchObject({ kind: 'early', atUnix: endOfDay(day) })
  world.setClock(endOfDay(day) + svmToleranceSeconds + 1n)
  expect(await read()).toMatchObject({ kind: 'lost' })
  expect(await marksOf()).toEqual([])
  world.setClock(endOfDay(day) + svmToleranceSeconds)
  expect(await read()).toEqual({ kind: 'added' })
})

test('law: a node that lies, lags or breaks off leaves nothing in the store', async () => {
  world.setClock(afterDay)
  expect(await read(day)).toEqual({ kind: 'added' })
  const next = shiftDay(day, 1)
  world.setClock(endOfDay(next) + 6n)
  const faults = [
    { kind: 'too_many_requests' },
    { kind: 'server_error' },
    { kind: 'not_json' },
    { kind: 'half_body' },
    { kind: 'cut' },
    { kind: 'node_behind' },
    { kind: 'slot_not_reached' },
    { kind: 'half_value' },
    { kind: 'slot_back', slots: 1_000_000 },
    { kind: 'lying_slot', slot: 7 },
  ] as const
  for (const fault of faults) {
    world.shim.fault(fault)
    await expect(read(next), fault.kind).rejects.toMatchObject({ code: expect.any(String) })
    world.shim.clearFaults()
    expect((await marksOf()).map((mark) => mark.day)).toEqual([day])
  }
  expect(await read(next)).toEqual({ kind: 'added' })
})

test('refuses: a node of another cluster, and a vault that is not at the address', async () => {
  world.setClock(afterDay)
  const genesisHash = mainnetGenesisHash
  const foreign = openSolanaNode({ endpoints: [world.url], genesisHash, retries: 0 })
  onTestFinished(() => foreign.close())
  const ofForeign = readSvmDay({ store, node: foreign }, vault, day)
  await expect(ofForeign).rejects.toMatchObject({ code: 'wrong_genesis' })
  const draft = { ...vault, address: world.people.outsider }
  const wrong = await store.svmVaults.put(vault.tenantId, draft, 'local:test')
  await expect(readSvmDay({ store, node }, wrong, day)).rejects.toMatchObject({
    kind: expect.stringMatching(/damaged_data|invalid_input|unsupported/),
  })
  const vaultRef = { vault: world.people.outsider }
  expect(await store.svmReadings.marks(vault.tenantId, vaultRef)).toEqual([])
})

test('refuses: to index without a node, and a vault of another cluster than the node', async () => {
  const refusalOf = async (solana: IndexContext['solana']) => {
    const context = contextOf({ solana, nowUnix: () => afterDay })
    const task = { kind: 'svm.reading', chain: 'solana', vault: world.state, day } as const
    const work = handlerOf(context)({ ...task, tenantId: vault.tenantId }, attemptOne)
    return work.catch(({ code }: { readonly code: string }) => code)
  }
  expect(await refusalOf(null)).toBe('solana_without_node')
  expect(await refusalOf({ node, genesisHash: mainnetGenesisHash })).toBe('foreign_cluster')
  expect(await marksOf()).toEqual([])
})

test('golden: the indexer finds the day that is due, reads it, counts it, and names the days before as lost', async () => {
  const events: IndexEvent[] = []
  const last = shiftDay(day, 3)
  const now = endOfDay(last) + 60n
  const queue = openInlineQueue()
  const context = contextOf({
    solana: { node, genesisHash: world.genesisHash },
    nowUnix: () => now,
    observe: (event) => events.push(event),
    enqueue: queue.add,
  })
  world.setClock(now)
  await queue.work(handlerOf(context), workOptionsOf(context, 2))
  for (const _ of ['once', 'and again']) {
    await queue.add([[{ kind: 'gaps.scan', chain: 'solana' }]])
    await queue.idle(AbortSignal.timeout(30_000))
  }
  await queue.close()
  const ownEvents = events.filter(
    (event) => 'vaultRef' in event && event.vaultRef?.tenantId === vault.tenantId,
  )
  expect(ownEvents.map(({ event }) => event)).toEqual(['day_indexed'])
  const [status] = await statusOf(context, { tenantId: vault.tenantId })
  expect(status).toMatchObject({
    chain: 'solana',
    vault: world.state,
    lastDay: last,
    lagSeconds: 60,
    missingDays: [],
    lostDays: [shiftDay(day, 1), shiftDay(day, 2)],
  })
})
