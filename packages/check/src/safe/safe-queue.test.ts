import { tokensOfCalls } from '@vaultwright/packet'
import { printServiceEntry } from '@vaultwright/safe'
import type { SafeQueueData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import {
  makeSafe,
  owners,
  permitted,
  rowOf,
  transactionOf,
} from '../../../../test/support/service/safe/made-safe.ts'
import { reasonOf } from '../verdict/verdict.ts'
import { safeEntryAnswer } from './queue-answer.ts'
import { checkSafeQueue } from './safe-queue.ts'

/** A queue as the service answers it: one transaction of the tree, signed by owners, and the service's word for it. */
async function servedQueue(
  signers: number,
  served: Partial<SafeQueueData['entries'][number]> = {},
) {
  const safe = makeSafe()
  const { account } = safe
  const { evidence } = await safe.read()
  const row = await rowOf(
    transactionOf([permitted], account, 7n),
    account,
    owners.slice(0, signers),
  )
  const entry = {
    safe_tx_hash: row.safeTxHash,
    answer: 'yes',
    state: signers > 1 ? 'ready' : 'awaiting',
    signatures: row.confirmations,
    ...served,
  }
  const { threshold } = account
  const data = { nonce: '7', threshold, owners: [...account.owners] }
  const listing = { service: 'a service', rows: [row], is_cut: false }
  const queue = { account: data, entries: [entry], findings: [], listings: [listing], tokens: [] }
  return {
    queue: queue as unknown as SafeQueueData,
    safe: { account, unprovenBecause: null },
    evidence,
    row,
  }
}

test('golden: signers, state and answer come from the rows and the account', async () => {
  for (const [count, state] of [
    [1, 'awaiting'],
    [2, 'ready'],
  ] as const) {
    const { queue, safe, evidence } = await servedQueue(count)
    const { entries, findings } = await checkSafeQueue(queue, safe, evidence)
    expect(entries[0]).toMatchObject({ state, served: { state } })
    expect(entries[0]!.verified.signatures).toHaveLength(count)
    expect(findings).toEqual([])
  }
})

test('law: no word of the service betters an answer, a state or a number of signers', async () => {
  const { queue, safe, evidence } = await servedQueue(1, { answer: 'yes', state: 'ready' })
  const [lied] = (await checkSafeQueue(queue, safe, evidence)).entries
  expect(lied).toMatchObject({ state: 'awaiting' })
  expect(lied!.differences.map(({ message }) => message)).toContain(
    'The state is awaiting here, and ready by the service.',
  )
  const { verdict } = safeEntryAnswer(lied!, safe, evidence.naming)
  expect(['open', 'no']).toContain(verdict.answer)
})

test('law: an account without a proof is a condition of every answer', async () => {
  const { queue, safe, evidence } = await servedQueue(1)
  const [entry] = (await checkSafeQueue(queue, safe, evidence)).entries
  const unproven = { ...safe, unprovenBecause: 'the node gives none' }
  const reasons = safeEntryAnswer(entry!, unproven, evidence.naming).verdict.reasons
  expect(reasons.map(({ message }) => message)).toContain(
    'The owners, the threshold and the nonce are as the service states them: the node gives none.',
  )
})

test('refuses: a row that another hash has than the one that was judged', async () => {
  const { queue, safe, evidence, row } = await servedQueue(1)
  const { account } = safe
  const later = printServiceEntry(transactionOf([permitted], account, 8n), {
    safe: account.safe,
    hash: row.safeTxHash,
  })
  const listings = [{ ...queue.listings[0]!, rows: [{ ...row, nonce: later.nonce }] }]
  const [entry] = (await checkSafeQueue({ ...queue, listings }, safe, evidence)).entries
  expect(entry).toMatchObject({ state: 'unverifiable', served: null })
  expect(safeEntryAnswer(entry!, safe, evidence.naming).verdict.answer).toBe('no')
})

test('law: units that the service states are a condition of a Yes, and never outrank the record', async () => {
  const { queue, safe, evidence } = await servedQueue(1)
  const [entry] = (await checkSafeQueue(queue, safe, evidence)).entries
  const [token] = tokensOfCalls(entry!.verdict.calls, evidence.naming)
  const tokens = [{ token_address: token!, symbol: 'LIE', decimals: 0 }]
  const units = () => ({ symbol: 'HUSD', decimals: 6, source: 'registry' }) as const
  const recordedNaming = { ...evidence.naming, units }
  const recordedEvidence = { ...evidence, naming: recordedNaming }
  const plain = await checkSafeQueue(queue, safe, recordedEvidence)
  const recorded = await checkSafeQueue({ ...queue, tokens }, safe, recordedEvidence)
  expect(safeEntryAnswer(recorded.entries[0]!, safe, recorded.evidence.naming)).toEqual(
    safeEntryAnswer(plain.entries[0]!, safe, plain.evidence.naming),
  )
  const { entries, evidence: named } = await checkSafeQueue({ ...queue, tokens }, safe, evidence)
  const { lines, verdict } = safeEntryAnswer(entries[0]!, safe, named.naming)
  expect(lines.join()).toContain('"LIE"')
  expect(verdict.reasons).toContainEqual(
    reasonOf(
      'condition',
      'stated',
      `Amounts of ${token} count 0 decimals, as the service read them from the token.`,
    ),
  )
})
