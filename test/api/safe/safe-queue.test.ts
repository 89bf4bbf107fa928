import type { Hex } from '@vaultwright/base'
import { safeTransactionHashOf, safeTypedDataOf } from '@vaultwright/safe'
import { judgeQueue } from '@vaultwright/safe-service'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noSafeServices, openSafeServices } from '../../../packages/api/src/node/safe-services.ts'
import {
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  serviceOf,
  signTyped,
  transactionOf,
} from '../../support/service/safe/made-safe.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'
import { addSafe, openSafeApi, safeChains } from '../support/safe-api.ts'

const startUnix = 1_800_000_000n

let safe: MadeSafe
let api: TestApi
let nowUnix: bigint

beforeEach(async () => {
  safe = makeSafe()
  nowUnix = startUnix
  const { account, service } = safe
  for (const [index, signers] of [owners.slice(0, 2), [owners[0]!], [owners[1]!]].entries()) {
    const transaction = transactionOf([permitted], account, account.nonce + BigInt(index))
    await post(service, account, { transaction, signers })
  }
  api = await openSafeApi(safe, { holder: 'test' }, () => nowUnix)
  safe.standIn.requests.length = 0
})
afterEach(() => api.close())

const pathOf = (rest: string, address: string = safe.account.safe) =>
  `/v1/safes/mainnet/${address}${rest}`
const get = async (rest: string) =>
  api.ask('GET', pathOf(rest), { headers: await api.as('viewer') })
const confirm = async (safe_tx_hash: string, signature: string) =>
  api.ask('POST', pathOf('/confirmations'), {
    headers: await api.as('strategist'),
    body: { safe_tx_hash, signature },
  })
const entryAt = (index: bigint) =>
  transactionOf([permitted], safe.account, safe.account.nonce + index)
const signatureOf = (key: (typeof owners)[number], index: bigint) =>
  signTyped(key, safeTypedDataOf(entryAt(index), safe.account))
const listRequests = () =>
  safe.standIn.requests.filter((line) => line.startsWith('GET') && line.includes('/safes/'))

test('golden: the queue has every entry with its state, its answer, its signers and its raw row', async () => {
  const { status, body } = await get('/queue')
  expect(status).toBe(200)
  const { entries, listings, account, next_nonce } = body.data
  const judged = await judgeQueue(await safe.read(), [safe.service])
  expect(entries.map((entry: { state: string }) => entry.state)).toEqual([
    'ready',
    'queued',
    'queued',
  ])
  expect(entries.map((entry: { answer: string }) => entry.answer)).toEqual(
    judged.entries.map(({ verdict }) => verdict.answer),
  )
  expect([account.threshold, account.nonce, next_nonce]).toEqual([2, '7', '10'])
  expect(body.data.is_proven).toBe(false)
  expect(entries[0].signatures.map((row: { owner: string }) => row.owner).toSorted()).toEqual(
    owners
      .slice(0, 2)
      .map(({ address }) => address)
      .toSorted(),
  )
  const answer = await get(`/queue/${entries[1].safe_tx_hash}`)
  expect(answer.body.data.entry).toEqual(entries[1])
  // The rows alone lead to the same answers.
  const { rows } = listings[0]
  const servedRows = {
    ...safe.service,
    list: async () => ({ rows, count: rows.length, isCut: false }),
  }
  expect((await judgeQueue(await safe.read(), [servedRows])).entries).toEqual(judged.entries)
  expect((await get('/account')).body.data).toEqual({
    account,
    proof: null,
    unproven_because: 'there is no chain',
  })
  expect((await get('/delegates')).body.data).toEqual([])
})

test('law: a service is read once in 300 seconds, and the chain each time', async () => {
  for (const seconds of [0n, 299n, 300n]) {
    nowUnix = startUnix + seconds
    expect((await get('/queue')).status).toBe(200)
  }
  expect(listRequests()).toHaveLength(1)
  safe.use(1n)
  const { entries } = (await get('/queue')).body.data
  const dead = entries.map((entry: { state: string }) => entry.state)
  expect(dead).toEqual(['dead', 'awaiting', 'queued'])
  expect(listRequests()).toHaveLength(1)
  nowUnix = startUnix + 301n
  expect((await get('/queue')).status).toBe(200)
  expect(listRequests()).toHaveLength(2)
})

test('law: a service that lies or is away betters nothing, and an entry that it hides is named as long as it does', async () => {
  await get('/queue')
  const drop = transactionHashAt(1)
  safe.standIn.fault = (reply) => {
    const { results } = (reply.body ?? {}) as { readonly results?: readonly { safeTxHash: Hex }[] }
    if (results === undefined) return undefined
    const left = results.filter(({ safeTxHash }) => safeTxHash !== drop)
    return { ...reply, body: { count: left.length, next: null, previous: null, results: left } }
  }
  nowUnix += 301n
  for (const look of [1, 2]) {
    const { findings, next_nonce } = (await get('/queue')).body.data
    const hidden = findings.filter((finding: { code: string }) => finding.code === 'hidden')
    expect([look, hidden[0]?.safe_tx_hash, next_nonce]).toEqual([look, drop, '10'])
  }
  safe.standIn.fault = () => ({ status: 503, body: {} })
  nowUnix += 301n
  const { listings, entries } = (await get('/queue')).body.data
  expect(listings[0].failure).toMatch(/does not answer/)
  expect(listings[0].read_at).toBe('2027-01-15T08:05:01Z')
  expect(entries).toHaveLength(2)
})

test('behavior: an owner confirms: recovered here, written down, forwarded once, and the entry has both', async () => {
  const { entries } = (await get('/queue')).body.data
  const signature = await signatureOf(owners[1]!, 1n)
  // A wallet may give 0 or 1 for 27 or 28.
  const v = Number.parseInt(signature.slice(-2), 16) - 27
  const sent = `${signature.slice(0, -2)}0${v}`
  const { status, body } = await confirm(entries[1].safe_tx_hash, sent)
  expect(status).toBe(200)
  const signers = body.data.entry.signatures.map((row: { owner: string }) => row.owner)
  expect(signers.toSorted()).toEqual(
    owners
      .slice(0, 2)
      .map(({ address }) => address)
      .toSorted(),
  )
  const forwarded = safe.standIn.requests.filter((line) => line.includes('/confirmations/'))
  expect(forwarded).toHaveLength(1)
  const { items } = await api.store.audit.page(api.tenant.id, { after: null, limit: 9 })
  const [act] = items.filter((item) => item.act === 'safe.confirm')
  expect(JSON.parse(act!.details)).toMatchObject({ nonce: '8', owner: owners[1]!.address })
  const again = await confirm(entries[1].safe_tx_hash, sent)
  expect([again.status, again.body.error.code]).toEqual([422, 'confirmation_refused'])
})

test('behavior: an act is in the audit log before the service is asked, also where it refuses', async () => {
  const { entries } = (await get('/queue')).body.data
  safe.standIn.fault = (_, { method }) =>
    method === 'POST' ? { status: 400, body: { signature: ['no'] } } : undefined
  const refused = await confirm(entries[1].safe_tx_hash, await signatureOf(owners[1]!, 1n))
  expect([refused.status, refused.body.error.code]).toEqual([409, 'safe_service_refused'])
  const { items } = await api.store.audit.page(api.tenant.id, { after: null, limit: 9 })
  expect(items.filter((item) => item.act === 'safe.confirm')).toHaveLength(1)
})

test('refuses: a signature of a stranger, of another entry or of another kind, a used nonce and an unknown hash; nothing is sent', async () => {
  const { entries } = (await get('/queue')).body.data
  const hash = entries[1].safe_tx_hash
  const good = await signatureOf(owners[1]!, 1n)
  const bad = [
    await signatureOf(foreigner, 1n),
    await signatureOf(owners[1]!, 2n),
    `0x${owners[1]!.address.slice(2).padStart(64, '0')}${'0'.repeat(64)}02`,
    `0x${'00'.repeat(64)}1b`,
  ]
  for (const signature of bad) {
    const { status, body } = await confirm(hash, signature)
    expect([signature, status, body.error?.code]).toEqual([signature, 422, 'confirmation_refused'])
  }
  expect((await confirm(`0x${'1'.repeat(64)}`, good)).body.error.code).toBe(
    'safe_transaction_not_found',
  )
  expect((await get(`/queue/0x${'1'.repeat(64)}`)).status).toBe(404)
  expect((await confirm(hash, `${good}00`)).status).toBe(422)
  safe.use(2n)
  expect((await confirm(hash, good)).body.error.code).toBe('safe_transaction_closed')
  expect(safe.standIn.requests.some((line) => line.includes('/confirmations/'))).toBe(false)
  const viewer = { headers: await api.as('viewer'), body: { safe_tx_hash: hash, signature: good } }
  expect((await api.ask('POST', pathOf('/confirmations'), viewer)).status).toBe(403)
})

test('law: no number of callers uses the quota up: delegates once in 300 seconds, a service that is away once in 60', async () => {
  for (let caller = 0; caller < 3; caller++) expect((await get('/delegates')).status).toBe(200)
  expect(safe.standIn.requests.filter((line) => line.includes('delegates'))).toHaveLength(1)
  nowUnix += 300n
  safe.standIn.fault = () => ({ status: 500, body: {} })
  for (let caller = 0; caller < 3; caller++) expect((await get('/delegates')).status).toBe(503)
  expect(safe.standIn.requests.filter((line) => line.includes('delegates'))).toHaveLength(2)
  safe.standIn.fault = null
  await Promise.all([get('/queue'), get('/queue'), get('/queue')])
  expect(listRequests()).toHaveLength(1)
  safe.standIn.fault = () => ({ status: 500, body: {} })
  nowUnix += 300n + 1n
  const failures: unknown[] = []
  for (const seconds of [0n, 59n, 1n]) {
    nowUnix += seconds
    const { listings } = (await get('/queue')).body.data
    failures.push(listings[0].failure)
  }
  expect(failures).toEqual(Array(3).fill(expect.stringContaining('transaction service')))
  expect(listRequests()).toHaveLength(3)
})

test('law: any other address and any other tenant get the same 404, whatever is there', async () => {
  await get('/queue')
  const hash = transactionHashAt(0)
  const otherTenant = await api.addTenant('globex')
  const headers = await otherTenant.as('strategist')
  const body = { safe_tx_hash: hash, signature: await signatureOf(owners[1]!, 1n) }
  const tails = ['/queue', `/queue/${hash}`, '/account', '/delegates', '/confirmations'] as const
  const ask = (tail: string, address: string, from: typeof headers) =>
    api.ask(tail === '/confirmations' ? 'POST' : 'GET', pathOf(tail, address), {
      headers: from,
      ...(tail === '/confirmations' && { body }),
    })
  const before = safe.standIn.requests.length
  const hex = fc.uint8Array({ minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(hex, fc.constantFrom(...tails), async (bytes, tail) => {
      const address = `0x${Buffer.from(bytes).toString('hex')}`
      const answers = [
        await ask(tail, address, headers),
        await ask(tail, address, await api.as('strategist')),
        await ask(tail, safe.account.safe.toLowerCase(), headers),
      ]
      const texts = answers.map(({ text }) => text.toLowerCase())
      const named = texts.map((text) =>
        text.replace(address, '').replace(safe.account.safe.toLowerCase(), ''),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(new Set(named).size).toBe(1)
    }),
    { numRuns: 15 },
  )
  expect(safe.standIn.requests).toHaveLength(before)
  // The same Safe of a tenant of its own has a queue of its own.
  await addSafe(api, otherTenant.tenant.id, safe.account.safe)
  expect((await ask('/queue', safe.account.safe, headers)).status).toBe(200)
})

test('refuses: what the operator did not configure is a 503, and a vault that is not the Safe’s a 422', async () => {
  const named = await get(`/queue?vault_address=${owners[0]!.address}`)
  expect([named.status, named.body.detail[0].type]).toEqual([422, 'vault_not_of_safe'])
  const bare = await openTestApi({ chains: safeChains, safes: openSafeServices(noSafeServices) })
  try {
    await addSafe(bare, bare.tenant.id, safe.account.safe)
    const headers = await bare.as('viewer')
    for (const tail of ['/queue', '/delegates']) {
      const { status, body } = await bare.ask('GET', pathOf(tail), { headers })
      expect([status, body.error.code]).toEqual([503, 'unavailable'])
    }
  } finally {
    await bare.close()
  }
  expect(serviceOf(safe.standIn).usage().requests).toBe(0)
})

function transactionHashAt(index: number): Hex {
  return safeTransactionHashOf(entryAt(BigInt(index)), safe.account)
}
