import { type Address, printHex } from '@vaultwright/base'
import {
  handlerOf,
  type IndexEvent,
  type IndexParts,
  openContext,
  openIndexMetrics,
  safeReportOf,
} from '@vaultwright/indexer'
import { rootOf } from '@vaultwright/merkle'
import { safeTransactionHashOf } from '@vaultwright/safe'
import { type Followed, printStatement } from '@vaultwright/safe-service'
import { migrate } from '@vaultwright/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stateProposal } from '../api/support/safe-api.ts'
import {
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  transactionOf,
} from '../support/service/safe/made-safe.ts'
import { openFreshSqlite } from '../support/store/store-database.ts'
import { by, draftOf, type Fresh, treeOf } from '../support/store/store-fixture.ts'

const startUnix = 1_800_000_000n
const quarterSeconds = 21_600n
const tickSeconds = 60n

type World = {
  readonly safe: MadeSafe
  readonly fresh: Fresh
  readonly tenantId: string
  readonly store: IndexParts['store']
  readonly events: IndexEvent[]
  readonly tick: () => Promise<void>
  /** As a new process begins: with an empty memory, and the same store. */
  readonly restart: () => void
  readonly report: () => ReturnType<typeof safeReportOf>
  readonly print: () => Promise<readonly string[]>
}

let nowUnix: bigint
let world: World
let account: MadeSafe['account']
let followed: Followed
let readerOptions: Parameters<NonNullable<IndexParts['safes']>['openReader']>[1]

async function openWorld(): Promise<World> {
  const safe = makeSafe()
  const fresh = await openFreshSqlite()
  await migrate(fresh.url)
  const store = await fresh.open({ nowUnix: () => nowUnix })
  const tenant = await store.tenants.create({ name: 'acme' }, by)
  const draft = draftOf(1, ['mainnet'])
  const strategists = [{ name: 'safe', address: safe.account.safe }]
  const deployments = draft.deployments.map((deployment) => ({ ...deployment, strategists }))
  await store.vaults.put(tenant.id, { ...draft, definition: null, deployments }, by)
  const events: IndexEvent[] = []
  const metrics = await openIndexMetrics()
  const block = { number: 200n, hash: `0x${'cc'.repeat(32)}`, timestamp: startUnix }
  const context = openContext({
    prices: { prices: [] },
    settings: { order: 'oldest', revisionDays: null, priceDays: null, provesDays: false },
    random: () => 0.5,
    fetch: async () => {
      throw new Error('Nobody is asked.')
    },
    store,
    chains: async () => {
      const chain = { readBlock: async () => block }
      return { slug: 'mainnet', chain, finality: { kind: 'tag', tag: 'finalized' } } as never
    },
    nowUnix: () => nowUnix,
    observe: (event) => {
      metrics.observe(event)
      events.push(event)
    },
    enqueue: async () => {},
    safes: {
      servicesOf: (chainId) => (chainId === 1 ? [safe.service] : []),
      holder: 'test',
      openReader: (_, options) => {
        readerOptions = options
        return async () => ({ ...(await safe.read()), account })
      },
      follow: async () => followed,
    },
  })
  metrics.follow({
    vaults: async () => [],
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
    chains: () => [],
    safes: () => safeReportOf(context),
  })
  const handle = handlerOf(context)
  const task = { kind: 'safe.queue', tenantId: tenant.id, chain: 'mainnet' } as const
  return {
    safe,
    fresh,
    tenantId: tenant.id,
    store,
    events,
    tick: async () => {
      const signal = new AbortController().signal
      await handle({ ...task, safe: safe.account.safe }, { attempt: 1, signal })
    },
    restart: () => context.watches.clear(),
    report: () => safeReportOf(context),
    print: async () =>
      (await metrics.print()).split('\n').filter((line) => line.startsWith('vaultwright_safe_')),
  }
}

beforeEach(async () => {
  nowUnix = startUnix
  world = await openWorld()
  account = world.safe.account
  world.safe.standIn.requests.length = 0
})
afterEach(async () => {
  await world.store.close()
  await world.fresh.drop()
})

const entryAt = (index: bigint, calls = [permitted]) =>
  transactionOf(calls, world.safe.account, world.safe.account.nonce + index)
const fill = (index: bigint, signers = owners.slice(0, 2), calls = [permitted]) =>
  post(world.safe.service, world.safe.account, { transaction: entryAt(index, calls), signers })
const changes = () => world.events.flatMap((event) => (event.event === 'safe_changed' ? event : []))
const foreignAddress: Address = foreigner.address

test('law: the service is asked 72 times in six hours, 8,640 in 30 days, and once more after an own proposal', async () => {
  for (let elapsed = 0n; elapsed < quarterSeconds; elapsed += tickSeconds) {
    nowUnix = startUnix + elapsed
    await world.tick()
  }
  const { requests } = world.safe.standIn
  expect(requests).toHaveLength(72)
  expect(requests.length * 4 * 30).toBe(8_640)
  const looks = world.events.filter(({ event }) => event === 'safe_looked')
  expect(looks).toHaveLength(360)
  const line = { event: 'posted', intentHash: `0x${'11'.repeat(32)}`, nonce: 7n } as const
  const proposal = { ...line, hash: `0x${'22'.repeat(32)}` as const, atUnix: nowUnix }
  const ref = { chain: 'mainnet', safe: account.safe }
  await world.store.safeQueues.noteProposal(world.tenantId, ref, proposal)
  for (const seconds of [30n, 60n, 90n]) {
    nowUnix = startUnix + quarterSeconds - tickSeconds + seconds
    await world.tick()
  }
  expect(requests).toHaveLength(73)
})

test('golden: the metrics name each entry by state and answer, the age, and findings once', async () => {
  await fill(0n)
  await fill(1n, [owners[0]!], [{ to: foreignAddress, value: 1n, data: '0x' }])
  await world.tick()
  nowUnix += 120n
  account = { ...account, modules: [foreignAddress], moduleGuard: foreignAddress }
  await world.tick()
  const { chain, safe } = { chain: 'mainnet', safe: account.safe }
  const labels = `tenant="${world.tenantId}",chain="${chain}",safe="${safe}"`
  const lines = await world.print()
  const sums = lines.filter((line) => / [1-9]\d*$/.test(line))
  expect(sums.toSorted()).toEqual(
    [
      `vaultwright_safe_entries{${labels},state="ready",answer="conditional"} 1`,
      `vaultwright_safe_entries{${labels},state="queued",answer="incomplete"} 1`,
      `vaultwright_safe_finding_total{${labels},code="modules_changed"} 1`,
      `vaultwright_safe_finding_total{${labels},code="module_guard_changed"} 1`,
      `vaultwright_safe_service_age_seconds{${labels},service="${world.safe.service.name}"} 120`,
    ].toSorted(),
  )
  const accountChanges = changes().filter(({ subject }) => subject === 'account')
  expect(accountChanges.map(({ code }) => code)).toEqual(['modules', 'moduleGuard'])
  expect(JSON.parse(JSON.stringify(world.events))).toEqual(world.events)
})

test('refuses: a service that is away keeps the entries, raises its age, is asked once in 300 seconds, and makes no Yes', async () => {
  await fill(0n)
  await fill(1n, [owners[0]!], [{ to: foreignAddress, value: 1n, data: '0x' }])
  await world.tick()
  const before = await world.report()
  const { requests } = world.safe.standIn
  world.safe.standIn.fault = () => ({ status: 500, body: {} })
  requests.length = 0
  for (let elapsed = 300n; elapsed <= 1_200n; elapsed += 100n) {
    nowUnix = startUnix + elapsed
    await world.tick()
  }
  const [status] = (await world.report()).safes
  expect(status!.entries).toEqual(before.safes[0]!.entries)
  expect(status!.entries.filter(({ answer }) => answer === 'yes')).toEqual([])
  expect(status!.services.map(({ ageSeconds }) => ageSeconds)).toEqual([1_200])
  expect(requests).toHaveLength(4)
  const unread = world.events.filter(({ event }) => event === 'safe_unread')
  expect(unread).toHaveLength(4)
})

test('refuses: a service that never answered has no entries, and its age counts from the first look', async () => {
  world.safe.standIn.fault = () => ({ status: 500, body: {} })
  for (const seconds of [0n, 60n, 240n, 300n]) {
    nowUnix = startUnix + seconds
    await world.tick()
  }
  const [status] = (await world.report()).safes
  expect(status!.entries).toEqual([])
  expect(status!.services.map(({ ageSeconds }) => ageSeconds)).toEqual([300])
  expect(world.safe.standIn.requests).toHaveLength(2)
})

test('law: a change of the Safe while no process ran is reported at the next look, once', async () => {
  await world.tick()
  world.restart()
  nowUnix += 7_200n
  const [first, second] = account.owners
  account = { ...account, threshold: 1, owners: [first!, second!], modules: [foreignAddress] }
  await world.tick()
  const accountCodes = () =>
    changes().flatMap(({ subject, code }) => (subject === 'account' ? [code] : []))
  expect(accountCodes()).toEqual(['threshold', 'owners', 'modules'])
  expect(changes().find(({ code }) => code === 'threshold')!.message).toContain('from 2 to 1')
  world.restart()
  nowUnix += 7_200n
  await world.tick()
  expect(accountCodes()).toHaveLength(3)
})

test('law: a conflict of an hour is reported once, and an entry that is hidden is a finding', async () => {
  const hash = await fill(0n)
  await fill(0n, [owners[0]!], [{ to: foreignAddress, value: 1n, data: '0x' }])
  for (let elapsed = 0n; elapsed <= 4_800n; elapsed += 600n) {
    nowUnix = startUnix + elapsed
    await world.tick()
  }
  const lasting = world.events.filter(({ event }) => event === 'safe_conflict_lasts')
  expect(lasting).toMatchObject([{ nonce: '7' }])
  expect((await world.report()).safes[0]!.conflicts).toBe(1)
  world.safe.standIn.fault = (reply) => {
    const { results } = (reply.body ?? {}) as { readonly results?: readonly unknown[] }
    if (results === undefined) return undefined
    return { ...reply, body: { count: 0, next: null, previous: null, results: [] } }
  }
  nowUnix += 300n
  await world.tick()
  const hidden = changes().filter(({ code }) => code === 'hidden')
  expect(hidden.map((change) => change.hash)).toContain(hash)
})

test('law: what was proposed and stated is followed once its nonce is used, and its end is counted once', async () => {
  const statement = await stateProposal({} as never, {
    account,
    transaction: entryAt(0n),
    slippageBps: 0n,
  })
  const hash = safeTransactionHashOf(entryAt(0n), account)
  const ref = { chain: 'mainnet', safe: account.safe }
  const { safeQueues } = world.store
  const body = printStatement(statement)
  await safeQueues.putStatement(world.tenantId, ref, { hash, body, createdAtUnix: nowUnix })
  const intentHash = `0x${'11'.repeat(32)}` as const
  const line = { event: 'posted', intentHash, hash, nonce: 7n, atUnix: nowUnix }
  await safeQueues.noteProposal(world.tenantId, ref, line)
  const nothing = { differences: [], moves: [], approvals: [], execution: null, replacedBy: null }
  followed = { ...nothing, outcome: 'executed_otherwise' }
  await world.tick()
  const ends = () => world.events.filter(({ event }) => event === 'safe_followed')
  expect(ends()).toEqual([])
  account = { ...account, nonce: 8n }
  followed = { ...nothing, outcome: 'pending' }
  await world.tick()
  expect(ends()).toEqual([])
  followed = { ...nothing, outcome: 'executed_otherwise' }
  await world.tick()
  await world.tick()
  expect(ends()).toMatchObject([{ hash, outcome: 'executed_otherwise' }])
  const lines = await world.print()
  const counted = lines.filter((text) => text.startsWith('vaultwright_safe_follow_total'))
  expect(counted.map((text) => text.slice(text.indexOf('outcome')))).toEqual([
    'outcome="executed_otherwise"} 1',
  ])
})

test('behavior: a quota below a fifth is reported when its service is read, and both figures are exported', async () => {
  const headers = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '999' }
  world.safe.standIn.fault = (reply) => ({ ...reply, headers })
  await world.tick()
  nowUnix += tickSeconds
  await world.tick()
  const low = world.events.filter(({ event }) => event === 'safe_quota_low')
  expect(low).toMatchObject([{ remaining: 999, limit: 5_000 }])
  expect((await world.report()).quotas).toMatchObject([{ remaining: 999, limit: 5_000 }])
})

test('behavior: calls are held against the stored tree of the active root, and against none without one', async () => {
  await world.tick()
  const judging = () => readerOptions.vaults[0]
  expect([judging().file, judging().managerFile]).toEqual([null, null])
  const { address: vault, deployments } = (await world.store.vaults.everywhere())[0]!
  const ref = { chain: 'mainnet', vault, strategist: account.safe }
  const file = treeOf(1)
  const { root } = await world.store.trees.push(world.tenantId, { ...ref, file }, by)
  await world.tick()
  expect(judging().file).toBeNull()
  const event = { ...ref, root, block: 1n, logIndex: 0, atUnix: null, txHash: null }
  await world.store.roots.set(world.tenantId, event)
  await world.tick()
  expect(printHex(rootOf(judging().file!.tree.tree))).toBe(root)
  expect(readerOptions.safe).toBe(account.safe)
  expect(judging().file?.metadata.manager).toBe(deployments[0]!.manager)
  const { manager } = deployments[0]!
  expect([judging().manager, judging().managerFile]).toEqual([manager, null])
})

test('behavior: every vault of the Safe judges the batches of its own Manager, and no vault of another tenant does', async () => {
  const add = async (tenantId: string, number: number) => {
    const draft = draftOf(number, ['mainnet'])
    const strategists = [{ name: 'safe', address: account.safe }]
    const deployments = draft.deployments.map((deployment) => ({ ...deployment, strategists }))
    await world.store.vaults.put(tenantId, { ...draft, definition: null, deployments }, by)
    return deployments[0]!.manager
  }
  const [deployment] = (await world.store.vaults.everywhere())[0]!.deployments
  const managers = [deployment!.manager, await add(world.tenantId, 2)]
  const globex = await world.store.tenants.create({ name: 'globex' }, by)
  await add(globex.id, 3)
  await world.tick()
  expect(readerOptions.vaults.map(({ manager }) => manager)).toEqual(managers)
})
