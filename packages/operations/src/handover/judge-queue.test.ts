import { BaseError } from '@vaultwright/base'
import { safeTypedDataOf } from '@vaultwright/safe'
import { openQueueService } from '@vaultwright/safe-service'
import { expect, test } from 'vitest'
import { openRandom } from '../../../../scripts/vector/random.mjs'
import { runsOf } from '../../../../test/support/runs.ts'
import { corrupted } from '../../../../test/support/safe-service/corruption.ts'
import { type LieContext, liesOf } from '../../../../test/support/safe-service/lie.ts'
import {
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  rowOf,
  signTyped,
  stranger,
  transactionOf,
} from '../../../../test/support/safe-service/made-safe.ts'
import { type JudgedQueue, judgeQueue } from './judge-queue.ts'

/** A queue of three: the first ready, the others with one signature. */
async function openQueue(): Promise<MadeSafe> {
  const made = makeSafe()
  const { account, service } = made
  for (const [index, signers] of [owners.slice(0, 2), [owners[0]!], [owners[1]!]].entries()) {
    const transaction = transactionOf([permitted], account, account.nonce + BigInt(index))
    await post(service, account, { transaction, signers })
  }
  return made
}

async function lieContext({ account }: MadeSafe): Promise<LieContext> {
  const transaction = transactionOf([permitted], account, account.nonce + 1n)
  const strangers = await signTyped(stranger, safeTypedDataOf(transaction, account))
  const addresses = owners.map(({ address }) => address)
  return { account, owners: addresses, stranger: stranger.address, strangers }
}

const codesOf = ({ entries, findings }: JudgedQueue) => [
  ...findings.map(({ code }) => code),
  ...entries.flatMap(({ state, verdict }) => [state, ...verdict.reasons.map(({ code }) => code)]),
]
const readyOf = ({ entries }: JudgedQueue) =>
  entries.filter(({ state }) => state === 'ready').map(({ verified }) => verified.hash)
const worth = { yes: 3, conditional: 2, incomplete: 1, no: 0 }

test('law: no lie of a service betters an answer, adds a signer or moves the next nonce, and each has its code', async () => {
  const made = await openQueue()
  const at = await made.read()
  const honest = await judgeQueue(at, [made.service])
  expect(honest.entries.map(({ state }) => state)).toEqual(['ready', 'queued', 'queued'])
  expect(honest.entries.map(({ verdict }) => verdict.answer)).toEqual(Array(3).fill('conditional'))
  expect(honest.nextNonce).toBe(10n)
  const lies = liesOf(await lieContext(made))
  expect(lies.length).toBeGreaterThanOrEqual(54)
  for (const { name, fault, code, isThrown } of lies) {
    made.standIn.fault = fault
    const before = made.standIn.requests.length
    const look = judgeQueue(at, [made.service], honest.remembered)
    if (isThrown === true) {
      await expect(look, name).rejects.toMatchObject({ code })
    } else {
      const judged = await look
      if (code === null) expect(judged, name).toEqual(honest)
      else expect(codesOf(judged), name).toContain(code)
      for (const hash of readyOf(judged)) expect(readyOf(honest), name).toContain(hash)
      for (const { verified, verdict } of judged.entries) {
        const own = honest.entries.find((entry) => entry.verified.hash === verified.hash)
        const signers = own?.verified.signatures.map(({ owner }) => owner) ?? []
        const found = verified.signatures.map(({ owner }) => owner)
        expect(
          found.filter((owner) => !signers.includes(owner)),
          name,
        ).toEqual([])
        const most = own === undefined ? worth.incomplete : worth[own.verdict.answer]
        expect(worth[verdict.answer], name).toBeLessThanOrEqual(most)
      }
      expect(judged.nextNonce, name).toBeLessThanOrEqual(honest.nextNonce)
    }
    expect(made.standIn.requests.length - before, name).toBeLessThanOrEqual(12)
  }
})

test('law: a corrupted row is judged or named, never thrown, and is ready only as the owners signed it', async () => {
  const made = makeSafe()
  const { account } = made
  const at = await made.read()
  const honest = await rowOf(transactionOf([permitted], account, 7n), account, owners)
  const random = openRandom(0x5afe)
  const counts = { ready: 0, refused: 0 }
  const rounds = Math.max(40, runsOf(0.4))
  for (let round = 0; round < rounds; round++) {
    const row = corrupted(honest, random)
    made.standIn.fault = (reply) => ({ ...reply, body: { count: 1, next: null, results: [row] } })
    const { entries, findings } = await judgeQueue(at, [made.service])
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
  const made = await openQueue()
  const other = makeSafe()
  const { account } = made
  const transaction = transactionOf([permitted], account, 8n)
  const settings = { url: 'http://127.0.0.1/api', key: null, chainId: 1, wait: async () => {} }
  const second = openQueueService({ ...settings, fetch: other.standIn.fetch })
  await post(second, account, { transaction, signers: [owners[2]!] })
  const at = await made.read()
  const judged = await judgeQueue(at, [made.service, second])
  const signers = judged.entries.map(({ verified }) => verified.signatures.length)
  expect(signers).toEqual([2, 2, 1])
  expect(judged.findings).toEqual([])
  made.use(1n)
  const later = await judgeQueue(await made.read(), [made.service, second])
  expect(later.entries.map(({ state }) => state)).toEqual(['ready', 'queued'])
})

test('golden: the empty call of a Safe to itself rejects, and says so', async () => {
  const made = makeSafe()
  const { account, service } = made
  const rejection = { to: account.safe, value: 0n, data: '0x' } as const
  const transaction = transactionOf([rejection], account, 7n)
  await post(service, account, { transaction, signers: owners.slice(0, 2) })
  const { entries } = await judgeQueue(await made.read(), [service])
  expect(entries[0]).toMatchObject({ state: 'ready', verdict: { answer: 'yes' } })
  expect(entries[0]!.verdict.reasons.map(({ code }) => code)).toContain('rejection')
  const paid = { ...transaction, value: 1n, nonce: 8n }
  await post(service, account, { transaction: paid, signers: owners.slice(0, 2) })
  const again = await judgeQueue(await made.read(), [service])
  expect(again.entries[1]!.verdict.answer).toBe('incomplete')
})

test('refuses: a service that is down, with an error that may be tried again', async () => {
  const made = makeSafe()
  made.standIn.fault = () => ({ status: 502 })
  const failure = await judgeQueue(await made.read(), [made.service]).catch((error) => error)
  expect(failure).toBeInstanceOf(BaseError)
  expect(failure).toMatchObject({ code: 'safe_service_unavailable', retryable: true })
})
