import type { Address } from '@vaultwright/base'
import {
  type Chain,
  encodeSolve,
  openChain,
  readQueue,
  readQueuePayment,
  readSolver,
} from '@vaultwright/chain'
import {
  handlerOf,
  type IndexEvent,
  type IndexParts,
  openContext,
  openIndexMetrics,
} from '@vaultwright/indexer'
import type { VaultQueue } from '@vaultwright/store'
import type { WithdrawQueuesData, WithdrawRequestData } from '@vaultwright/wire'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTestApi } from '../../api/support/harness.ts'
import { by } from '../../support/store/store-fixture.ts'
import { openPaymentWorld } from './payment-world.ts'

const oneShare = 10n ** 18n

let world: Awaited<ReturnType<typeof openPaymentWorld>>
let point: unknown

beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(async () => {
  if (point !== undefined) expect(await world.ask('evm_revert', point)).toBe(true)
  point = await world.ask('evm_snapshot')
})
afterAll(() => world?.local.anvil.close())

const chainId = 31_337

/** The indexer and the API over one store, for the vault whose queues are named. */
async function openIndexed(queues: readonly VaultQueue[]) {
  const api = await openTestApi()
  onTestFinished(() => api.close())
  const { place, vault, teller, accountant, chain } = world
  const deployment = {
    chain: 'local',
    manager: place('Local ETH: manager'),
    accountant,
    teller,
    queues,
    drones: [],
    deployedAtUnix: null,
    deployedBlock: null,
    strategists: [],
  }
  const draft = {
    address: vault,
    name: 'Local ETH',
    status: 'active',
    deployedAtUnix: null,
    definition: null,
    lock: null,
    deployments: [deployment],
  } as const
  await api.store.vaults.put(api.tenant.id, draft, by)
  const events: IndexEvent[] = []
  let node: Chain = chain
  const context = openContext({
    store: api.store,
    chains: async () => ({ slug: 'local', chain: node, finality: { kind: 'depth', blocks: 0n } }),
    prices: { prices: [] },
    settings: { order: 'oldest', revisionDays: null, priceDays: null, provesDays: false },
    nowUnix: () => 1_800_000_000n,
    random: () => 0.5,
    fetch: async () => {
      throw new Error('No server is asked.')
    },
    observe: (event) => events.push(event),
    enqueue: async () => {},
  } satisfies IndexParts)
  const handle = handlerOf(context)
  const task = { kind: 'withdraw.queue', chain: 'local', vault } as const
  const work = () =>
    handle(
      { ...task, tenantId: api.tenant.id },
      { attempt: 1, signal: new AbortController().signal },
    )
  const headers = await api.as('viewer')
  const path = `/v1/vaults/local/${vault}/queue`
  const get = (tail = '') => api.ask('GET', `${path}${tail}`, { headers })
  const readQueues = async (): Promise<WithdrawQueuesData> => (await get()).body.data
  const list = async (query = ''): Promise<readonly WithdrawRequestData[]> =>
    (await get(`/requests${query}`)).body.data
  const askBy = (other: Chain) => {
    node = other
  }
  return { api, events, context, work, get, readQueues, list, askBy }
}

const entryOf = (solver: Address | null = world.covering): VaultQueue => ({
  queue: world.address,
  solver,
  sender: null,
})

/** The contract's own word, folded from its first block. */
async function readWhole() {
  const block = await world.chain.readBlock('latest')
  return readQueue(world.chain, { address: world.address, block, fromBlock: 0n, proves: false })
}

test('law: what the service tells is what the queue has and what is executed, to the base unit', async () => {
  const { users, request, pass, keep, chain, address, owner } = world
  const [first, second] = users as [Address, Address]
  const { work, readQueues, list, get } = await openIndexed([entryOf()])
  expect((await get()).status).toBe(404)
  await request(first, oneShare)
  await request(second, 2n * oneShare)
  await pass(400_000)
  await request(first, oneShare / 2n)
  const rate = await world.readRate()
  await keep((rate * 3n) / 2n)
  await work()
  const whole = await readWhole()
  const { queues, block_number } = await readQueues()
  expect(BigInt(block_number)).toBe(whole.block.number)
  const [queue] = queues
  expect(queue?.check).toMatchObject({ state: 'agrees', ids: whole.queue.ids.length })
  expect(queue?.solvers).toMatchObject([{ kind: 'covering', sender: owner, may: true }])
  const row = queue!.assets[0]!
  const payer = {
    teller: world.teller,
    solver: await readSolver(chain, world.covering, whole.block),
    sender: owner,
    reserveFactorBps: 10_000n,
  }
  const { liabilitiesOf } = await import('@vaultwright/queue')
  const { readQueueCash } = await import('@vaultwright/chain')
  const [liability] = liabilitiesOf(whole.queue, Number(whole.block.timestamp))
  const [cash] = await readQueueCash(chain, whole, [liability!.asset])
  const owed = { payer, liability: liability!, cash: cash! }
  const payment = (await readQueuePayment({ chain, forks: null }, whole, owed))!
  expect(row).toMatchObject({
    asset: liability!.asset,
    raw_instant: String(payment.instant.paid),
    raw_payable_now: String(payment.payable.strict),
    raw_shortfall: String(payment.need.shortfall),
    raw_reserve: String(payment.need.reserve),
    payable_requests: payment.payable.paid.length,
    instant_source: 'idle',
    unknown_because: null,
  })
  expect(BigInt(row.raw_instant!)).toBe((rate * 3n) / 2n)
  expect(row.unpaid.map(({ because }) => because)).toEqual(['cash'])
  expect(row.terms).toMatchObject({ allows_requests: true })
  // Every request that ever was there is listed, with the tuple that the solve takes.
  const requests = await list('?page_size=100')
  expect(requests.map(({ request_id }) => request_id).toSorted()).toEqual(
    [...whole.queue.requests.keys()].toSorted(),
  )
  const matured = await list(`?status=matured&user=${first}`)
  const paid = matured.find(({ request_id: id }) =>
    payment.payable.paid.includes(id as `0x${string}`),
  )!
  const solved = whole.queue.requests.get(paid.request_id as `0x${string}`)!
  expect(paid.tuple).toEqual({
    nonce: String(solved.nonce),
    user: solved.user,
    assetOut: solved.assetOut,
    amountOfShares: String(solved.amountOfShares),
    amountOfAssets: String(solved.amountOfAssets),
    creationTime: solved.creationTime,
    secondsToMaturity: solved.secondsToMaturity,
    secondsToDeadline: solved.secondsToDeadline,
  })
  const data = encodeSolve([solved], { teller: world.teller, form: 'covering' })
  const transaction = { from: owner, to: world.covering, data, gas: '0x2dc6c0' }
  expect(await world.ask('eth_sendTransactionSync', transaction)).toMatchObject({ status: '0x1' })
  await work()
  const [gone] = (await list('?status=solved')).filter(
    ({ request_id }) => request_id === paid.request_id,
  )
  expect(gone?.ended).toMatchObject({ status: 'solved' })
  expect((await readQueues()).queues[0]?.address).toBe(address)
})

test('law: after a reorganisation the rows are those of the new chain, folded anew above the common block', async () => {
  const { users, request, ask } = world
  const { work, list, api, context } = await openIndexed([entryOf(null)])
  await request(users[0]!, oneShare)
  await work()
  const before = await list()
  const base = await ask('evm_snapshot')
  await request(users[1]!, oneShare)
  await request(users[0]!, oneShare / 4n)
  await work()
  expect((await list()).length).toBe(before.length + 2)
  const rowsBefore = await api.store.withdrawQueues.find(
    api.tenant.id,
    { chain: 'local', vault: world.vault },
    world.address,
  )
  await ask('evm_revert', base)
  await request(users[2]!, oneShare / 3n)
  // The node is waited for until it is as far as it was.
  while ((await world.chain.readBlock('latest')).number <= rowsBefore!.readTo.block)
    await ask('evm_mine')
  await work()
  const whole = await readWhole()
  expect((await list()).map(({ request_id }) => request_id)).toEqual(
    [...whole.queue.requests.keys()].reverse(),
  )
  const stored = await api.store.withdrawQueues.find(
    api.tenant.id,
    { chain: 'local', vault: world.vault },
    world.address,
  )
  expect(stored?.requests).toEqual([...whole.queue.requests.values()])
  expect(context.queueScans.size).toBe(0)
})

test('law: a log that a node leaves out is noticed, blocks what is payable, and is readQueues again', async () => {
  const { users, request, chain } = world
  const { work, readQueues, get, askBy, context, events } = await openIndexed([entryOf()])
  const forgetful = await openChain(world.local.anvil.rpc, { id: chainId })
  const last = async () =>
    (
      await chain.readLogs({
        addresses: [world.address],
        fromBlock: 0n,
        toBlock: await chain.readBlock('latest'),
      })
    ).at(-1)!
  await request(users[0]!, oneShare)
  const { transactionHash } = await last()
  askBy({
    ...forgetful,
    readLogs: async (query) =>
      (await forgetful.readLogs(query)).filter((log) => log.transactionHash !== transactionHash),
  })
  await work()
  const [queue] = (await readQueues()).queues
  expect(queue?.check).toMatchObject({ state: 'differs', difference: { what: 'ids' } })
  expect(queue?.assets.map(({ payable_now }) => payable_now)).not.toContain('0')
  for (const row of queue?.assets ?? []) {
    expect(row).toMatchObject({ payable_now: null, instant: null, shortfall: null })
    expect(row.unknown_because).toContain('other requests')
  }
  const refused = await get('/requests')
  expect([refused.status, refused.body.error.code]).toEqual([409, 'queue_differs'])
  expect(events).toContainEqual(expect.objectContaining({ event: 'queue_read', state: 'differs' }))
  // An honest node: the stored rows are replaced, once an hour at most.
  askBy(chain)
  await world.ask('evm_mine')
  await work()
  expect((await readQueues()).queues[0]?.check.state).toBe('differs')
  context.queueScans.clear()
  await world.ask('evm_mine')
  await work()
  expect((await readQueues()).queues[0]?.check.state).toBe('agrees')
})

test('law: metrics tell the same, and nothing of what is not known', async () => {
  const { users, request, pass } = world
  const { work, api, readQueues } = await openIndexed([entryOf()])
  await request(users[0]!, oneShare)
  await pass(400_000)
  await work()
  const { withdrawReportOf } = await import('../../../workers/indexer/src/serve/withdraw-metric.ts')
  const metrics = await openIndexMetrics()
  metrics.follow({
    vaults: async () => [],
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0 }) as never,
    chains: () => [],
    withdraws: () => withdrawReportOf({ store: api.store }),
  })
  const text = await metrics.print()
  const row = (await readQueues()).queues[0]!.assets[0]!
  const metricOf = (name: string, status = '') =>
    Number(new RegExp(`^vaultwright_${name}\\{[^}]*${status}[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1])
  expect(metricOf('withdraw_check')).toBe(1)
  expect(metricOf('withdraw_solvers')).toBe(1)
  expect(metricOf('withdraw_assets', 'status="matured"')).toBe(Number(row.matured.assets))
  expect(metricOf('withdraw_requests', 'status="matured"')).toBe(row.matured.count)
  expect(metricOf('withdraw_payable_assets')).toBe(Number(row.payable_now))
  expect(metricOf('withdraw_shortfall_assets')).toBe(Number(row.shortfall))
  expect(metricOf('withdraw_deadline_used_ratio')).toBe(Number(row.deadline_used))
  expect(metricOf('withdraw_oldest_matured_seconds')).toBeGreaterThan(0)
})

test('refuses: what is no queue, a queue of another vault, an account without code, and a wrong filter', async () => {
  const { place, teller, users } = world
  const cases = [
    [teller, 'not_a_queue'],
    [place('Local USD: queue'), 'queue_of_another_vault'],
    [users[0]!, 'no_code'],
  ] as const
  for (const [queue, code] of cases) {
    const { work, readQueues, get } = await openIndexed([
      entryOf(),
      { queue, solver: null, sender: null },
    ])
    await expect(work()).rejects.toMatchObject({ code })
    const { queues } = await readQueues()
    expect(queues.map(({ check }) => check.state)).toEqual(['agrees', 'not_checked'])
    expect(queues[1]?.check.reason).toBeTruthy()
    expect((await get('/requests')).status).toBe(409)
  }
  const { work, get, readQueues } = await openIndexed([entryOf(teller)])
  await world.request(users[0]!, oneShare)
  await work()
  const [queue] = (await readQueues()).queues
  expect(queue?.solvers).toMatchObject([{ kind: null, may: null }])
  expect(queue?.solvers[0]?.reason).toContain('boringRedeemSolve')
  expect(queue?.assets[0]).toMatchObject({ payable_now: null, instant: null })
  for (const query of ['?status=lost', '?asset=0x12', '?user=nobody', '?page_size=0', '?from=x'])
    expect((await get(`/requests${query}`)).status).toBe(422)
})
