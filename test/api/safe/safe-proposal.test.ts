import type { Hex } from '@vaultwright/base'
import {
  buildSafeBatch,
  delegateTypedDataOf,
  type SafeCall,
  safeTransactionHashOf,
  safeTypedDataOf,
} from '@vaultwright/safe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  delegate,
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  signTyped,
  transactionOf,
} from '../../support/service/safe/made-safe.ts'
import type { TestApi } from '../support/harness.ts'
import { addSafe, openSafeApi, stateProposal } from '../support/safe-api.ts'

const keyOf = (seed: number): Hex => `0x${seed.toString(16).padStart(2, '0').repeat(32)}`

let safe: MadeSafe
let api: TestApi
const startUnix = BigInt(Math.floor(Date.now() / 1_000))
const nowUnix = () => startUnix

async function open(seed: number | null, safes: readonly string[] = ['acme']): Promise<void> {
  const names = safes.map((tenant) => ({ tenant, chain: 'mainnet', safe: safe.account.safe }))
  const proposer = seed === null ? null : { key: keyOf(seed), safes: names }
  api = await openSafeApi(safe, { proposer, stateProposal }, nowUnix)
}

beforeEach(async () => {
  safe = makeSafe()
  const terms = { delegate: delegate.address, chainId: 1, atUnix: Number(nowUnix()) }
  await safe.service.addDelegate({
    safe: safe.account.safe,
    delegate: delegate.address,
    delegator: owners[0]!.address,
    label: 'desk',
    expiresAt: null,
    signature: await signTyped(owners[0]!, delegateTypedDataOf(terms)),
  })
})
afterEach(() => api.close())

const batchOf = (calls: readonly SafeCall[], chainId = 1) =>
  buildSafeBatch({ chainId, safe: null, name: 'a', description: '', createdAtMs: 0, calls })
const base = () => `/v1/safes/mainnet/${safe.account.safe}`
const propose = async (body: object, headers?: Readonly<Record<string, string>>) =>
  api.ask('POST', `${base()}/proposals`, {
    headers: headers ?? (await api.as('strategist')),
    body: { allow_conditional: true, ...body },
  })
const withdraw = async (hash: string) =>
  api.ask('DELETE', `${base()}/proposals/${hash}`, { headers: await api.as('strategist') })
const writes = () => safe.standIn.requests.filter((line) => /^(POST|DELETE) .*multisig/.test(line))
const actsOf = async () => {
  const { items } = await api.store.audit.page(api.tenant.id, { after: null, limit: 50 })
  return items.filter(({ act }) => act.startsWith('safe.')).toReversed()
}

/** The signature of a wallet at a nonce, and its hash. */
const signedBy = async (key: (typeof owners)[number], nonce: bigint, calls = [permitted]) => {
  const transaction = transactionOf(calls, safe.account, nonce)
  const signature = await signTyped(key, safeTypedDataOf(transaction, safe.account))
  return { safe_tx_hash: safeTransactionHashOf(transaction, safe.account), signature }
}

test('golden: without a key of the service a wallet proposes: of an owner, whose signature counts, or of a delegate', async () => {
  await open(null)
  const batch = batchOf([permitted])
  const rehearsal = (await propose({ batch, dry_run: true })).body.data
  expect([rehearsal.outcome, rehearsal.delegate]).toEqual(['would_propose', null])
  const signed = await signedBy(owners[1]!, 7n)
  expect(signed.safe_tx_hash).toBe(rehearsal.safe_tx_hash)
  const first = await propose({ batch, signed })
  expect(first.body.data).toMatchObject({ outcome: 'proposed', nonce: '7', statement: {} })
  const again = await propose({ batch, signed })
  expect(again.body.data).toMatchObject({ outcome: 'already_proposed', nonce: '7' })
  // A wallet may give 0 or 1 for 27 or 28.
  const further = await signedBy(delegate, 8n, [permitted, permitted])
  const v = Number.parseInt(further.signature.slice(-2), 16) - 27
  const parity = { ...further, signature: `${further.signature.slice(0, -2)}0${v}` as Hex }
  const second = await propose({ batch: batchOf([permitted, permitted]), signed: parity })
  expect(second.body.data).toMatchObject({ outcome: 'proposed', nonce: '8' })
  const queue = await api.ask('GET', `${base()}/queue`, { headers: await api.as('viewer') })
  const entries = queue.body.data.entries.map((entry: Record<string, unknown>) => {
    return [entry.state, (entry.signatures as { owner: string }[]).map(({ owner }) => owner)]
  })
  expect(entries).toEqual([
    ['awaiting', [owners[1]!.address]],
    ['queued', []],
  ])
  const acts = (await actsOf()).map(({ act, details }) => [act, JSON.parse(details)])
  expect(acts).toMatchObject([
    ['safe.propose', { nonce: '7', owner: owners[1]!.address }],
    ['safe.propose', { nonce: '8', delegate: delegate.address }],
  ])
  expect(writes()).toHaveLength(2)
})

test('refuses: a signature at a taken nonce, of other calls, of a stranger, of another kind; nothing is sent', async () => {
  await open(null)
  const batch = batchOf([permitted])
  const codeOf = async (signed: object) => {
    const { status, body } = await propose({ batch, signed })
    return [status, body.error?.code, body.error?.details.reason]
  }
  const good = await signedBy(owners[0]!, 7n)
  const signature = `0x${'00'.repeat(64)}1b`
  const contract = `0x${owners[1]!.address.slice(2).padStart(64, '0')}${'0'.repeat(64)}02`
  const outdated = [409, 'safe_signature_outdated', undefined]
  expect(await codeOf(await signedBy(owners[0]!, 8n))).toEqual(outdated)
  const ofOtherCalls = await signedBy(owners[0]!, 7n, [permitted, permitted])
  expect(await codeOf(ofOtherCalls)).toEqual(outdated)
  // A signature of other calls under the hash of these is of an account that nobody knows.
  const unknown = [422, 'safe_proposal_refused', 'proposer_unknown']
  expect(await codeOf({ ...good, signature: ofOtherCalls.signature })).toEqual(unknown)
  expect(await codeOf(await signedBy(foreigner, 7n))).toEqual(unknown)
  expect(await codeOf({ ...good, signature })).toEqual(unknown)
  expect(await codeOf({ ...good, signature: contract })).toEqual(unknown)
  const refused = await signedBy(owners[0]!, 7n, [{ ...permitted, value: 1n }])
  const bad = await propose({ batch: batchOf([{ ...permitted, value: 1n }]), signed: refused })
  expect([bad.status, bad.body.error.code]).toEqual([422, 'safe_proposal_refused'])
  const body = { batch, signed: good, allow_conditional: true }
  const viewer = { headers: await api.as('viewer'), body }
  expect((await api.ask('POST', `${base()}/proposals`, viewer)).status).toBe(403)
  expect([writes(), await actsOf()]).toEqual([[], []])
})

test('golden: a batch is proposed once, by the delegate, with its bounds, and can be taken back', async () => {
  await open(4)
  const batch = batchOf([permitted])
  const { status, body } = await propose({ batch })
  expect(status).toBe(200)
  const { safe_tx_hash: hash } = body.data
  expect(body.data).toMatchObject({
    outcome: 'proposed',
    message: 'Proposed at nonce 7.',
    state: 'awaiting',
    nonce: '7',
    answer: 'conditional',
    statement: { block_number: 100, moves: [{ raw_at_least: '-25', raw_at_most: '-25' }] },
    statement_missing: null,
    link: `https://app.safe.global/transactions/tx?safe=eth:${safe.account.safe}&id=multisig_${safe.account.safe}_${hash}`,
  })
  const queue = await api.ask('GET', `${base()}/queue`, { headers: await api.as('viewer') })
  expect(queue.body.data.entries[0]).toMatchObject({
    safe_tx_hash: hash,
    proposed_by_delegate: delegate.address,
    signatures: [],
  })
  const again = await propose({ batch })
  expect(again.body.data).toMatchObject({ outcome: 'already_proposed', safe_tx_hash: hash })
  expect(writes()).toHaveLength(1)
  for (const _ of [1, 2]) {
    const { data } = (await withdraw(hash)).body
    expect(data.message).toBe('Withdrawn from the queue at nonce 7.')
  }
  expect(writes().map((line) => line.split(' ')[0])).toEqual(['POST', 'DELETE'])
  const acts = await actsOf()
  expect(acts.map(({ act }) => act)).toEqual(['safe.propose', 'safe.withdraw'])
  expect(JSON.parse(acts[0]!.details)).toMatchObject({ safe_tx_hash: hash, nonce: '7' })
})

test('law: requests at once end with one entry a content, each at a nonce of its own, in turns', async () => {
  await open(4)
  const batches = [1, 2, 3, 1].map((count) => batchOf(Array(count).fill(permitted)))
  const answers = await Promise.all(batches.map((batch) => propose({ batch })))
  const nonces = answers.map(({ body }) => body.data.nonce)
  expect(new Set(nonces)).toEqual(new Set(['7', '8', '9']))
  expect(nonces[3]).toBe(nonces[0])
  expect(writes()).toHaveLength(3)
})

test('law: the audit log has each act before the service is asked, also where it refuses', async () => {
  await open(4)
  safe.standIn.fault = (_, { method }) =>
    method === 'POST' ? { status: 422, body: { nonFieldErrors: ['no'] } } : undefined
  const { status, body } = await propose({ batch: batchOf([permitted]) })
  expect([status, body.error.code]).toEqual([409, 'safe_service_refused'])
  expect((await actsOf()).map(({ act }) => act)).toEqual(['safe.propose'])
})

test('golden: a dry run needs no key, states what would happen, and sends nothing', async () => {
  await open(null)
  const { status, body } = await propose({ batch: batchOf([permitted]), dry_run: true })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ outcome: 'would_propose', nonce: '7', state: null })
  expect(body.data.statement.moves).toHaveLength(1)
  expect(writes()).toEqual([])
  expect(await actsOf()).toEqual([])
})

test('golden: calls whose nonce is used are proposed again only if that is said', async () => {
  await open(4)
  const batch = batchOf([permitted])
  await propose({ batch })
  safe.use(1n)
  const refused = await propose({ batch })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'safe_proposed_before'])
  const { data } = (await propose({ batch, again: true })).body
  expect(data).toMatchObject({ outcome: 'proposed', nonce: '8' })
})

test('refuses: without a key of this Safe and tenant, by a message that names the setting', async () => {
  await open(null)
  const batch = batchOf([permitted])
  const missing = await propose({ batch })
  expect([missing.status, missing.body.error.code]).toEqual([409, 'safe_key_missing'])
  expect(missing.body.error.message).toContain('SAFE_DELEGATE_KEY_FILE')
  await api.close()
  await open(4)
  const globex = await api.addTenant('globex')
  await addSafe(api, globex.tenant.id, safe.account.safe)
  const foreign = await propose({ batch }, await globex.as('strategist'))
  expect([foreign.status, foreign.body.error.code]).toEqual([409, 'safe_key_missing'])
  const notStrategist = await api.ask('POST', `/v1/safes/mainnet/${foreigner.address}/proposals`, {
    headers: await globex.as('strategist'),
    body: { batch },
  })
  expect([notStrategist.status, notStrategist.body.error.code]).toEqual([404, 'safe_not_found'])
  expect((await propose({ batch }, await api.as('viewer'))).status).toBe(403)
  expect(writes()).toEqual([])
})

test('refuses: calls that are not a Yes, a key of an owner, and documents that are of another Safe or none', async () => {
  await open(1)
  const batch = batchOf([permitted])
  const unpermitted = batchOf([{ ...permitted, to: foreigner.address }])
  const stated = { ...batch, meta: { name: 'a', createdFromSafeAddress: foreigner.address } }
  const bodies: readonly (readonly [object, string])[] = [
    [{ batch }, 'owner_key'],
    [{ batch: unpermitted }, 'owner_key'],
    [{ batch: unpermitted, dry_run: true }, 'verdict'],
    [{ batch, allow_conditional: false, dry_run: true }, 'verdict'],
    [{ batch: stated }, 'proposal_for_other'],
    [{ batch: batchOf([permitted], 10) }, 'proposal_for_other'],
    [{ batch: { ...batch, version: '9' } }, 'safe_batch_schema'],
    [
      { batch: { ...batch, meta: { ...batch.meta, checksum: `0x${'1'.repeat(64)}` } } },
      'safe_batch_checksum',
    ],
    [{ evidence: { format: 'vaultwright-evidence' } }, 'evidence_file'],
    [{ evidence: [] }, 'safe_batch_schema'],
  ]
  for (const [body, reason] of bodies) {
    const answer = await propose(body)
    const { code, details } = answer.body.error
    expect([reason, answer.status, code, details.reason]).toEqual([
      reason,
      422,
      'safe_proposal_refused',
      reason,
    ])
  }
  expect((await propose({ batch, evidence: {} })).body.detail[0].loc).toEqual(['body', 'batch'])
  expect((await propose({})).status).toBe(422)
  expect(writes()).toEqual([])
})

test('refuses: to withdraw what others proposed, what an owner signed, and what is not there', async () => {
  await open(4)
  const transactions = await propose({ batch: batchOf([permitted, permitted]) })
  const hash = transactions.body.data.safe_tx_hash
  await safe.service.confirm(hash, await owners[1]!.sign({ hash }))
  const signed = await withdraw(hash)
  expect([signed.status, signed.body.error.code]).toEqual([409, 'safe_proposal_fixed'])
  const unknown = await withdraw(`0x${'1'.repeat(64)}`)
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'safe_transaction_not_found'])
  expect(writes().filter((line) => line.startsWith('DELETE'))).toEqual([])
})
