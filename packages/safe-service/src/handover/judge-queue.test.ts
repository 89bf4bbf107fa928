import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { safeTypedDataOf } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { openRandom } from '../../../../scripts/vector/random.mjs'
import { runsOf } from '../../../../test/support/runs.ts'
import { corrupted } from '../../../../test/support/service/safe/corruption.ts'
import { type LieContext, liesOf } from '../../../../test/support/service/safe/lie.ts'
import {
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  rowOf,
  signTyped,
  transactionOf,
} from '../../../../test/support/service/safe/made-safe.ts'
import { openQueueService } from '../queue-service.ts'
import { type JudgedQueue, judgeQueue } from './judge-queue.ts'
import type { SafeAtBlock } from './safe-reader.ts'
import { withTokenUnits } from './token-unit.ts'

/** A queue of three: the first ready, the others with one signature. */
async function openQueue(): Promise<MadeSafe> {
  const safe = makeSafe()
  const { account, service } = safe
  for (const [index, signers] of [owners.slice(0, 2), [owners[0]!], [owners[1]!]].entries()) {
    const transaction = transactionOf([permitted], account, account.nonce + BigInt(index))
    await post(service, account, { transaction, signers })
  }
  return safe
}

async function lieContext({ account }: MadeSafe): Promise<LieContext> {
  const transaction = transactionOf([permitted], account, account.nonce + 1n)
  const strangers = await signTyped(foreigner, safeTypedDataOf(transaction, account))
  const addresses = owners.map(({ address }) => address)
  return { account, owners: addresses, foreigner: foreigner.address, strangers }
}

const codesOf = ({ entries, findings }: JudgedQueue) => [
  ...findings.map(({ code }) => code),
  ...entries.flatMap(({ state, verdict }) => [state, ...verdict.reasons.map(({ code }) => code)]),
]
const readyOf = ({ entries }: JudgedQueue) =>
  entries.filter(({ state }) => state === 'ready').map(({ verified }) => verified.hash)
const worth = { yes: 3, conditional: 2, incomplete: 1, no: 0 }

test('law: no lie of a service betters an answer, adds a signer or moves the next nonce, and each has its code', async () => {
  const safe = await openQueue()
  const block = await safe.read()
  const honest = await judgeQueue(block, [safe.service])
  expect(honest.entries.map(({ state }) => state)).toEqual(['ready', 'queued', 'queued'])
  expect(honest.entries.map(({ verdict }) => verdict.answer)).toEqual(Array(3).fill('conditional'))
  expect(honest.nextNonce).toBe(10n)
  const lies = liesOf(await lieContext(safe))
  expect(lies.length).toBeGreaterThanOrEqual(54)
  for (const { name, fault, code, isThrown } of lies) {
    safe.standIn.fault = fault
    const before = safe.standIn.requests.length
    const look = judgeQueue(block, [safe.service], honest)
    if (isThrown === true) {
      await expect(look, name).rejects.toMatchObject({ code })
    } else {
      const judged = await look
      if (code === null) expect(judged, name).toEqual(honest)
      else expect(codesOf(judged), name).toContain(code)
      for (const hash of readyOf(judged)) expect(readyOf(honest), name).toContain(hash)
      for (const { verified, verdict } of judged.entries) {
        const honestEntry = honest.entries.find((entry) => entry.verified.hash === verified.hash)
        const signers = honestEntry?.verified.signatures.map(({ owner }) => owner) ?? []
        const signersNow = verified.signatures.map(({ owner }) => owner)
        expect(
          signersNow.filter((owner) => !signers.includes(owner)),
          name,
        ).toEqual([])
        const most =
          honestEntry === undefined ? worth.incomplete : worth[honestEntry.verdict.answer]
        expect(worth[verdict.answer], name).toBeLessThanOrEqual(most)
      }
      expect(judged.nextNonce, name).toBeLessThanOrEqual(honest.nextNonce)
    }
    expect(safe.standIn.requests.length - before, name).toBeLessThanOrEqual(12)
  }
})

test('law: a corrupted row is judged or named, never thrown, and is ready only as the owners signed it', async () => {
  const safe = makeSafe()
  const { account } = safe
  const block = await safe.read()
  const honest = await rowOf(transactionOf([permitted], account, 7n), account, owners)
  const random = openRandom(0x5afe)
  const counts = { ready: 0, refused: 0 }
  const rounds = Math.max(40, runsOf(0.4))
  for (let round = 0; round < rounds; round++) {
    const row = corrupted(honest, random)
    safe.standIn.fault = (reply) => ({ ...reply, body: { count: 1, next: null, results: [row] } })
    const { entries, findings } = await judgeQueue(block, [safe.service])
    const [entry] = entries
    if (entry === undefined || entry.verdict.answer === 'no') counts.refused += 1
    expect(entries.length + findings.filter(({ code }) => code === 'row_unread').length).toBe(1)
    if (entry?.state !== 'ready') continue
    counts.ready += 1
    expect(entry.verified.hash).toBe(honest.safeTxHash)
  }
  expect(counts.ready).toBeGreaterThan(2)
  expect(counts.refused).toBeGreaterThan(rounds / 10)
})

test('golden: two services of one Safe are one queue, with the signatures of both', async () => {
  const safe = await openQueue()
  const second = makeSafe()
  const { account } = safe
  const transaction = transactionOf([permitted], account, 8n)
  const settings = { url: 'http://127.0.0.1/api', key: null, chainId: 1, wait: async () => {} }
  const queueService = openQueueService({ ...settings, fetch: second.standIn.fetch })
  await post(queueService, account, { transaction, signers: [owners[2]!] })
  const block = await safe.read()
  const judged = await judgeQueue(block, [safe.service, queueService])
  const signers = judged.entries.map(({ verified }) => verified.signatures.length)
  expect(signers).toEqual([2, 2, 1])
  expect(judged.findings).toEqual([])
  safe.use(1n)
  const later = await judgeQueue(await safe.read(), [safe.service, queueService])
  expect(later.entries.map(({ state }) => state)).toEqual(['ready', 'queued'])
})

test('golden: the empty call of a Safe to itself rejects, and says so', async () => {
  const safe = makeSafe()
  const { account, service } = safe
  const rejection = { to: account.safe, value: 0n, data: '0x' } as const
  const transaction = transactionOf([rejection], account, 7n)
  await post(service, account, { transaction, signers: owners.slice(0, 2) })
  const { entries } = await judgeQueue(await safe.read(), [service])
  expect(entries[0]).toMatchObject({ state: 'ready', verdict: { answer: 'yes' } })
  expect(entries[0]!.verdict.reasons.map(({ code }) => code)).toContain('rejection')
  const paid = { ...transaction, value: 1n, nonce: 8n }
  await post(service, account, { transaction: paid, signers: owners.slice(0, 2) })
  const again = await judgeQueue(await safe.read(), [service])
  expect(again.entries[1]!.verdict.answer).toBe('incomplete')
})

test('refuses: a service that is down, with an error that may be tried again', async () => {
  const safe = makeSafe()
  safe.standIn.fault = () => ({ status: 502 })
  const failure = await judgeQueue(await safe.read(), [safe.service]).catch((error) => error)
  expect(failure).toBeInstanceOf(BaseError)
  expect(failure).toMatchObject({ code: 'safe_service_unavailable', retryable: true })
})

test('golden: amounts of tokens that are not on record count as the tokens say at the block', async () => {
  const safe = makeSafe()
  const { account, service } = safe
  await post(service, account, {
    transaction: transactionOf([permitted], account, 7n),
    signers: owners,
  })
  const block = await safe.read()
  const { naming } = block.evidence
  const questions: (readonly Address[])[] = []
  const unitsOf: SafeAtBlock['unitsOf'] = async (tokens) => {
    questions.push(tokens)
    return tokens.map((address) => ({ address, symbol: 'LOC', decimals: 3 }))
  }
  const queue = await judgeQueue({ ...block, unitsOf }, [service])
  expect(questions).toHaveLength(1)
  expect(queue.units.map(({ address }) => address)).toEqual(questions[0])
  for (const token of questions[0]!) {
    const unit = { symbol: 'LOC', decimals: 3, source: 'chain' }
    expect(withTokenUnits(naming, queue.units).units(token)).toEqual(unit)
  }
  // Of what is on record nothing is asked.
  const units = () => ({ symbol: 'REC', decimals: 6, source: 'registry' }) as const
  const evidence = { ...block.evidence, naming: { ...naming, units } }
  const recorded = await judgeQueue({ ...block, evidence, unitsOf: neverAsked }, [service])
  expect(recorded.units).toEqual([])
})

test('refuses: more than 24 tokens in one look', async () => {
  const safe = makeSafe()
  const { account, service } = safe
  const tokens = Array.from(
    { length: 30 },
    (_, index): Address => `0x${String(index + 10).padStart(40, '7')}`,
  )
  const calls = tokens.map((to) => ({ to, value: 0n, data: approveData }))
  await post(service, account, { transaction: transactionOf(calls, account, 7n), signers: owners })
  const questions: number[] = []
  const unitsOf: SafeAtBlock['unitsOf'] = async (list) => {
    questions.push(list.length)
    return list.map((address) => ({ address, symbol: null, decimals: null }))
  }
  const { units } = await judgeQueue({ ...(await safe.read()), unitsOf }, [service])
  expect([questions, units.length]).toEqual([[24], 24])
})

const neverAsked: SafeAtBlock['unitsOf'] = () => {
  throw new Error('A token that is on record was asked.')
}
/** `approve(0x11…, 5)`. */
const approveData: Hex = `0x095ea7b3${'11'.repeat(20).padStart(64, '0')}${'5'.padStart(64, '0')}`
