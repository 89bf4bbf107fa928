import type { Address, Hex } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { openSignedCall, type SignedCall, signedCallsOf } from '@vaultwright/safe'
import type { ReviewEntryData, ReviewRecordData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Algorithm,
  makeReviewer,
  type Reviewer,
  signEntries,
} from '../../../../test/support/call/signed-review.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { checkSavedAnswer } from '../saved/saved-answer.ts'
import { reviewHeadOf, verifyReview } from './check-review.ts'
import { passkeyFingerprintOf } from './review-entry.ts'
import { requiredApprovalsOf, reviewReasons, reviewStateOf } from './review-state.ts'

const algorithms: readonly Algorithm[] = ['ES256', 'EdDSA', 'RS256']
const reviewers = algorithms.map((algorithm, index) =>
  makeReviewer(`user_${index}`, ['ada', 'bo', 'cy'][index]!, algorithm),
)
const acts = ['proposed', 'approved', 'rejected', 'commented'] as const
const [ada, bo, cy] = reviewers as [Reviewer, Reviewer, Reviewer]
const record = signEntries([
  [ada, 'proposed', ''],
  [bo, 'commented', 'Why 25 WETH?\nAnd “quotes” <b>'],
  [cy, 'approved', ''],
  [bo, 'approved', 'ü'],
])

const noInputs = {
  request: null,
  tree: null,
  managerTree: null,
  quote: null,
  days: null,
  accounts: null,
  nowUnix: 0,
}
const keys = new Map(
  reviewers.map(({ name, publicKey }) => [name, new Set<Hex>([passkeyFingerprintOf(publicKey)])]),
)

function answerOf(changed: ReviewRecordData, head: Hex | null = reviewHeadOf(record)) {
  const inputs = { ...noInputs, review: { head, keys } }
  return checkSavedAnswer(JSON.stringify({ data: changed }), inputs)
}

test('law: a record of any reviewers, acts and words holds, with each kind of passkey', () => {
  const step = fc.tuple(
    fc.constantFrom(...reviewers),
    fc.constantFrom(...acts),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
      const signed = signEntries(steps)
      expect(verifyReview(signed)).toEqual([])
      expect(answerOf(signed, reviewHeadOf(signed)).answer).toBe('yes')
    }),
    { numRuns: runsOf(1 / 20) },
  )
})

test('law: an entry that is removed, moved, repeated, back-dated or said otherwise is a No, without any other fact', () => {
  const entries = record.entries
  const changed = (index: number, change: Partial<ReviewEntryData>) => ({
    ...record,
    entries: entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)),
  })
  const mutants: ReviewRecordData[] = []
  for (const [index, entry] of entries.entries()) {
    const remaining = entries.filter((_, at) => at !== index)
    const renumbered = remaining.map((entry, at) => ({ ...entry, number: at + 1 }))
    // The end alone is not seen: that is the next test.
    if (index < entries.length - 1) {
      mutants.push({ ...record, entries: remaining }, { ...record, entries: renumbered })
      mutants.push({ ...record, entries: [...remaining, entry] })
    }
    mutants.push({
      ...record,
      entries: [...entries.slice(0, index), entry, ...entries.slice(index)],
    })
    for (const act of acts) if (act !== entry.act) mutants.push(changed(index, { act }))
    mutants.push(
      changed(index, { at: '2026-01-01T00:00:00Z' }),
      changed(index, { at: '2027-01-01T00:00:00Z' }),
      changed(index, { comment: `${entry.comment}.` }),
      changed(index, { version: '0.0.1' }),
      changed(index, { author: { ...entry.author, name: 'eve' } }),
      changed(index, { author: { ...entry.author, id: 'user_9' } }),
      changed(index, { previous: `0x${'1'.repeat(64)}` }),
      changed(index, { public_key: entries[(index + 1) % 4]!.public_key }),
      changed(index, { assertion: entries[(index + 1) % 4]!.assertion }),
    )
  }
  mutants.push({ ...record, subject: { kind: 'root', hash: record.subject.hash } })
  mutants.push({ ...record, subject: { ...record.subject, hash: `0x${'d'.repeat(64)}` } })
  expect(mutants.length).toBeGreaterThan(50)
  const accepted = mutants.filter((mutant) => answerOf(mutant, null).answer !== 'no')
  expect(accepted).toEqual([])
})

test('law: no letter of a record can be changed, its end and its passkeys known', () => {
  const text = JSON.stringify(record)
  const mutation = fc.tuple(fc.nat(text.length - 1), fc.constantFrom(...'0129afgAZ-_"x'))
  fc.assert(
    fc.property(mutation, ([place, letter]) => {
      fc.pre(text[place] !== letter)
      const changed = text.slice(0, place) + letter + text.slice(place + 1)
      let answer: string
      try {
        answer = answerOf(JSON.parse(changed)).answer
      } catch {
        answer = 'refused'
      }
      expect(answer).toMatch(/^(no|refused)$/)
    }),
    { numRuns: runsOf(1), examples: [[[text.lastIndexOf('"signature"') + 20, 'A']]] },
  )
})

test('refuses: a file whose end was cut off, once its end is known; before, that is said', () => {
  const cut = { ...record, entries: record.entries.slice(0, -1) }
  expect(answerOf(cut).answer).toBe('no')
  const open = answerOf(cut, null)
  expect(open.answer).toBe('open')
  expect(open.reasons[0]?.message).toContain('cannot prove that no later entry was cut off')
})

test('refuses: signatures of another key under a known name, and one passkey under two names', () => {
  const eve = makeReviewer('user_1', 'bo', 'ES256')
  const forged = signEntries([[eve, 'approved', '']])
  expect(answerOf(forged, reviewHeadOf(forged)).answer).toBe('no')
  expect(answerOf(forged, reviewHeadOf(forged)).reasons[0]?.message).toContain('you know of bo')
  const twice = signEntries([
    [ada, 'approved', ''],
    [{ ...ada, id: 'user_7', name: 'dee' }, 'approved', ''],
  ])
  expect(verifyReview(twice)[0]?.message).toContain('one passkey signs for two users')
})

test('golden: what the file cannot prove is a sentence each', () => {
  const checked = checkSavedAnswer(JSON.stringify({ data: record }), noInputs)
  expect(checked.kind).toBe('review')
  expect(checked.answer).toBe('open')
  const open = checked.reasons.filter(({ weight }) => weight === 'open')
  expect(open.map(({ message }) => message.split(':')[0])).toEqual([
    `The file ends with ${reviewHeadOf(record)}. It cannot prove that no later entry was cut off`,
    'The file cannot prove whose passkey signs as ada',
    'The file cannot prove whose passkey signs as bo',
    'The file cannot prove whose passkey signs as cy',
  ])
})

test('law: approvals count once a reviewer, never of a proposer or of one who is deactivated, and the last word stands', () => {
  const step = fc.tuple(fc.nat(2), fc.constantFrom(...acts))
  const cases = fc.record({
    steps: fc.array(step, { maxLength: 12 }),
    proposers: fc.subarray([0, 1, 2]),
    deactivated: fc.subarray([0, 1, 2]),
    required: fc.nat(3),
  })
  fc.assert(
    fc.property(cases, ({ steps, proposers, deactivated, required }) => {
      const entries = steps.map(([user, act]) => {
        const author = { id: `user_${user}`, name: `${user}` }
        return { ...record.entries[0]!, act, author, comment: '' }
      })
      const idsOf = (users: readonly number[]) => users.map((user) => `user_${user}`)
      const policy = { proposers: idsOf(proposers), deactivated: idsOf(deactivated) }
      const state = reviewStateOf(entries, policy)
      const votes = [0, 1, 2].map((user) => {
        const actsOfUser = steps.filter(([author]) => author === user).map(([, act]) => act)
        if (proposers.includes(user) || actsOfUser.includes('proposed')) return null
        return actsOfUser.findLast((act) => act === 'approved' || act === 'rejected') ?? null
      })
      const approvals = votes.filter(
        (vote, user) => vote === 'approved' && !deactivated.includes(user),
      ).length
      const rejections = votes.filter((vote) => vote === 'rejected').length
      expect([state.approved.length, state.rejected.length]).toEqual([approvals, rejections])
      const codes = reviewReasons(state, required).map(({ code }) => code)
      expect(codes.includes('reviews_missing')).toBe(approvals < required)
      expect(codes.filter((code) => code === 'review_rejected')).toHaveLength(rejections)
    }),
  )
})

const account = (digit: number): Address => `0x${String(digit).repeat(40)}` as Address
const [first, second, outsider] = [account(1), account(2), account(9)]
const policy = {
  required: 4,
  managers: [
    { chain_id: 1, manager_address: first, required: 2 },
    { chain_id: 1, manager_address: second, required: 0 },
    { chain_id: 10, manager_address: outsider, required: 0 },
  ],
}
const batchOf = (to: Address | null): SignedCall =>
  openSignedCall({ to, value: 0n, operation: 'call', data: encodeManage([]) })
const plain = openSignedCall({ to: first, value: 0n, operation: 'call', data: '0x12345678' })
const requiredFor = (calls: readonly SignedCall[], chainId: number | null = 1) =>
  requiredApprovalsOf(
    policy,
    calls.flatMap((call) => signedCallsOf(call)),
    chainId,
  )

test('golden: a packet needs the most that the vaults of its batches ask for', () => {
  expect(batchOf(first).kind).toBe('manager_batch')
  expect(requiredFor([batchOf(first)])).toBe(2)
  expect(requiredFor([batchOf(second)])).toBe(0)
  expect(requiredFor([batchOf(second), batchOf(first)])).toBe(2)
})

test.each([
  ['no call', []],
  ['a batch of a Manager that no vault has', [batchOf(second), batchOf(account(5))]],
  ['a batch whose Manager is not named', [batchOf(null)]],
  ['a Manager of another chain', [batchOf(outsider)]],
  ['a call beside the batch', [batchOf(second), plain]],
  ['a batch that cannot be read', [{ ...batchOf(second), problem: new RangeError() as never }]],
  ['borrowed code', [{ ...batchOf(second), operation: 'delegatecall' as const }]],
])('refuses: %s needs the most that any vault asks for', (_, calls) => {
  expect(requiredFor(calls)).toBe(4)
})

test('refuses: a packet whose chain is not known needs the most, too', () => {
  expect(requiredFor([batchOf(second)], null)).toBe(4)
})
