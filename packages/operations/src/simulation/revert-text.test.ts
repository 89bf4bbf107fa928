import { ownNameNote } from '@vaultwright/base'
import { decodeRevert, revertTextOf } from '@vaultwright/outcome'
import fc from 'fast-check'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { revertText } from './revert-text.ts'

const abi = parseAbi(['error BytesNotEmpty()', 'error PathTooLong()'])
const ours = decodeRevert(encodeErrorResult({ abi, errorName: 'BytesNotEmpty' }))
const stated = decodeRevert(encodeErrorResult({ abi, errorName: 'PathTooLong' }))
const marked = `BytesNotEmpty() (${ownNameNote})`

test('golden: each command shows an own name with its mark, and a stated name without', () => {
  expect(ownNameNote).toBe("named by this project; the contract's own name is not known")
  expect(revertText(ours)).toBe(marked)
  expect(revertTextOf(ours)).toBe(marked)
  expect(revertText(stated)).toBe('PathTooLong()')
  expect(revertTextOf(stated)).toBe('PathTooLong()')
})

test('law: no revert data is shown under an own name without the mark', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 8 }), (bytes) => {
      const data = `0x${Buffer.from(bytes).toString('hex')}` as const
      const revert = decodeRevert(data)
      const isMarked = revertText(revert).includes(ownNameNote)
      expect(isMarked).toBe(revert.name !== null && revert.isOwnName)
    }),
  )
})

test('golden: an empty reason is called so by each command', () => {
  const error = parseAbi(['error Error(string message)'])
  const empty = decodeRevert(encodeErrorResult({ abi: error, args: [''] }))
  expect(revertText(empty)).toBe('with an empty reason')
  expect(revertTextOf(empty)).toBe('with an empty reason')
})

test('refuses: a foreign selector is shown as it is', () => {
  const foreign = decodeRevert('0xdeadbeef')
  expect(revertText(foreign)).toBe('with an error that is not known here, 0xdeadbeef')
  expect(revertTextOf(foreign)).not.toContain(ownNameNote)
})
