import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passkeyFingerprintOf, reviewHeadOf } from '@vaultwright/check'
import type { ReviewRecordData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { makeReviewer, signEntries } from '../../support/call/signed-review.ts'
import { run, scratch } from '../program.ts'

const folder = scratch()
const [alice, bob] = [makeReviewer('u1', 'alice', 'ES256'), makeReviewer('u2', 'bob', 'RS256')]
const record = signEntries([
  [alice, 'proposed', ''],
  [bob, 'commented', 'Why 25 WETH?'],
  [bob, 'approved', ''],
])

function check(name: string, { entries }: Pick<ReviewRecordData, 'entries'>, ...words: string[]) {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ data: { ...record, entries } }))
  return run(['check', file, ...words])
}

const knownFacts = [
  '--head',
  reviewHeadOf(record),
  ...[alice, bob].flatMap(({ name, publicKey }) => [
    '--reviewer',
    `${name}=${passkeyFingerprintOf(publicKey)}`,
  ]),
]

test('golden: an auditor verifies a review offline, and learns who approved it', () => {
  const { code, out, err } = check('whole', record, ...knownFacts)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('Yes: it follows.')
  expect(out).toContain(
    'Approved by bob; rejected by none. Proposed by alice, whose approval does not count.',
  )
})

test('refuses: a review without an entry, without its end, and facts that are not as they are written', () => {
  const { entries } = record
  const removed = check('removed', { entries: [entries[0]!, entries[2]!] })
  expect([removed.code, removed.out]).toEqual([1, expect.stringContaining('one was removed')])
  const cut = check('cut', { entries: entries.slice(0, 2) }, ...knownFacts)
  expect([cut.code, cut.out]).toEqual([1, expect.stringContaining('entries are missing')])
  const open = check('open', record)
  expect([open.code, open.out]).toEqual([1, expect.stringContaining('Open: not all')])
  const wrong = check('wrong', record, '--reviewer', 'alice')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('alice=0x')])
})
