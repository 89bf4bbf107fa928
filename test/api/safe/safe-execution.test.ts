import type { Hex } from '@vaultwright/base'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import { readSafeExecution } from '@vaultwright/safe'
import { type Followed, printStatement } from '@vaultwright/safe-service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  transactionOf,
} from '../../support/service/safe/made-safe.ts'
import type { TestApi } from '../support/harness.ts'
import { openSafeApi, stateProposal } from '../support/safe-api.ts'

const nowUnix = () => 1_800_000_000n
const nothing = { differences: [], moves: [], approvals: [], execution: null, replacedBy: null }
const block = { number: 200n, hash: `0x${'22'.repeat(32)}`, timestamp: 1n } as const
const execution = {
  transactionHash: `0x${'33'.repeat(32)}`,
  block,
  basis: 'trace',
  isDirect: true,
} as const

let safe: MadeSafe
let api: TestApi
let followed: Followed
let simulated: Pick<Simulation, 'outcome' | 'gasUsed'>
const requests: SimulationRequest[] = []

beforeEach(async () => {
  safe = makeSafe()
  followed = { ...nothing, outcome: 'pending' }
  simulated = { outcome: { status: 'success' }, gasUsed: 90_000n }
  requests.length = 0
  const simulate = async (_: unknown, request: SimulationRequest) => {
    requests.push(request)
    return simulated as Simulation
  }
  api = await openSafeApi(safe, { follow: async () => followed, simulate }, nowUnix)
})
afterEach(() => api.close())

const base = () => `/v1/safes/mainnet/${safe.account.safe}/executions`
const entryAt = (index: bigint) =>
  transactionOf([permitted], safe.account, safe.account.nonce + index)
const follow = async (hash: Hex) =>
  api.ask('GET', `${base()}/${hash}`, { headers: await api.as('viewer') })
const send = async (safe_tx_hash: Hex, sender_address: string = foreigner.address) =>
  api.ask('POST', base(), {
    headers: await api.as('strategist'),
    body: { safe_tx_hash, sender_address },
  })
const actsOf = async () => {
  const { items } = await api.store.audit.page(api.tenant.id, { after: null, limit: 9 })
  return items.filter(({ act }) => act.startsWith('safe.'))
}

async function state(): Promise<Hex> {
  const { account } = safe
  const draft = { account, transaction: entryAt(0n), slippageBps: 0n }
  const statement = await stateProposal({} as never, draft)
  const ref = { chain: 'mainnet', safe: account.safe }
  const { safeTxHash: hash } = statement
  const row = { hash, body: printStatement(statement), createdAtUnix: nowUnix() }
  await api.store.safeQueues.putStatement(api.tenant.id, ref, row)
  return hash
}

test('golden: a transaction that was stated is pending, then as said or not, with both beside each other', async () => {
  const hash = await state()
  expect((await follow(hash)).body.data).toMatchObject({
    outcome: 'pending',
    is_final: false,
    execution: null,
    statement: { moves: [{ raw_at_least: '-25' }] },
  })
  const token = foreigner.address
  const mark = { standard: 'erc20', token, owner: safe.account.safe, spender: token } as const
  followed = {
    ...nothing,
    outcome: 'executed_otherwise',
    differences: [{ code: 'move_out_of_bounds', message: 'More left.' }],
    moves: [
      { token, holder: token, bounds: { atLeast: -25n, atMost: -25n }, happened: -26n },
      { token, holder: safe.account.safe, bounds: null, happened: 3n },
    ],
    approvals: [{ ...mark, id: null, limit: null, happened: 9n }],
    execution,
  }
  const { data } = (await follow(hash)).body
  expect(data).toMatchObject({ outcome: 'executed_otherwise', is_final: true })
  expect(data.moves).toMatchObject([
    { is_stated: true, raw_at_least: '-25', raw_at_most: '-25', raw_happened: '-26' },
    { is_stated: false, raw_at_least: null, raw_at_most: null, raw_happened: '3' },
  ])
  expect(data.approvals).toMatchObject([{ raw_said: null, raw_happened: '9' }])
  expect(data.execution).toMatchObject({ block_number: 200, basis: 'trace', is_direct: true })
  followed = { ...followed, execution: { ...execution, block: { ...block, number: 201n } } }
  expect((await follow(hash)).body.data.is_final).toBe(false)
  expect(safe.standIn.requests).toEqual([])
})

test('golden: an entry that is ready becomes the call that executes it, and the audit log has it', async () => {
  const { account, service } = safe
  const transaction = entryAt(0n)
  const hash = await post(service, account, { transaction, signers: owners.slice(0, 2) })
  const { status, body } = await send(hash)
  expect(status).toBe(200)
  const { data, ...call } = body.data
  expect(call).toEqual({
    safe_tx_hash: hash,
    nonce: '7',
    chain_id: 1,
    from: foreigner.address,
    to: account.safe,
    value: '0',
    gas_used: 90_000,
  })
  const { execution: sent } = readSafeExecution(data)
  expect({ ...sent, nonce: 7n }).toMatchObject({ to: transaction.to, data: transaction.data })
  expect(sent.signatures).toHaveLength(2 + 2 * 130)
  expect(requests).toMatchObject([{ from: foreigner.address, to: account.safe, data }])
  const [act] = await actsOf()
  expect([act!.act, JSON.parse(act!.details).sender]).toEqual(['safe.send', foreigner.address])
})

test('refuses: what was not stated, what lacks owners, and what reverts; nothing is written down', async () => {
  const unknown = await follow(`0x${'1'.repeat(64)}`)
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'safe_statement_not_found'])
  const { account, service } = safe
  const signers = [owners[0]!]
  const awaiting = await post(service, account, { transaction: entryAt(0n), signers })
  const early = await send(awaiting)
  expect([early.status, early.body.error.code]).toEqual([409, 'safe_not_ready'])
  await service.confirm(awaiting, await owners[1]!.sign({ hash: awaiting }))
  await api.close()
  const simulate = async () => simulated as Simulation
  api = await openSafeApi(safe, { simulate }, nowUnix)
  const revert = { code: 'reverted' } as never
  simulated = {
    outcome: { status: 'reverted', revert, halt: null, failing: null, failingUnknown: null },
    gasUsed: 1n,
  }
  const reverting = await send(awaiting)
  expect([reverting.status, reverting.body.error.code]).toEqual([409, 'safe_execution_reverts'])
  const misspelled = await send(awaiting, `${foreigner.address.slice(0, -1)}g`)
  expect(misspelled.status).toBe(422)
  expect(await actsOf()).toEqual([])
})
