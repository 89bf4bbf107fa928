import { zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { readOf } from './read-call.ts'
import type { Reading } from './reading.ts'
import { replayReading } from './replay-reading.ts'

function* twice(): Reading<readonly (string | null)[]> {
  const [first] = yield [readOf(zeroAddress, 'first()')]
  const [second] = yield [readOf(zeroAddress, 'second()')]
  return [first!, second!]
}

test('default: what was recorded is what is found, a revert among it', () => {
  const { data } = readOf(zeroAddress, 'first()')
  expect(replayReading(twice(), (_, asked) => (asked === data ? '0x01' : null))).toEqual([
    '0x01',
    null,
  ])
})

test('error: UnrecordedReadError for a call that was not recorded', () => {
  expect(() => replayReading(twice(), () => undefined)).toThrow(
    expect.objectContaining({ code: 'unrecorded_read', facts: expect.anything() }),
  )
})
