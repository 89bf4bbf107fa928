import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { EthCall, EthCallResult } from './eth-call.ts'

/** A place at which nothing is, where a reader of many calls is put for the simulation. */
const bulkReaderAddress: Address = '0x000000000000000000000000c01ba1a9ce0000c1'

/** A place at which nothing is, where a reader of the chain's own coin is put for the simulation. */
export const coinReaderAddress: Address = '0x000000000000000000000000c01ba1a9ce0000c0'

/** Returns the balance of the account in the first word: PUSH0 CALLDATALOAD BALANCE PUSH0 MSTORE 32 PUSH0 RETURN. */
const coinReaderCode: Hex = '0x5f35315f5260205ff3'

/**
 * Makes static calls one after the other and returns two words for each: 1 when it succeeded with
 * exactly one word, and the word. Its input is, for each call, 20 bytes of target, 1 byte of length and
 * 68 bytes of calldata. A call may use 300,000 gas, so that no token starves the others.
 */
const bulkReaderCode: Hex = `0x${[
  '6080 5f', // out = 0x80, in = 0
  '5b 36 81 10 6014 57', // 3: while in < calldatasize go to 20
  '50 6080 90 03 6080 f3', // return from 0x80 to out
  '00 00', // filler up to 20
  '5b 80 6014 01 35 60f8 1c', // 20: length = byte 20 of the entry
  '80 82 6015 01 5f 37', // its calldata to memory 0
  '6020 83 6020 01 82 5f 85 35 6060 1c 620493e0 fa', // staticcall, answer to out + 32
  '3d 6020 14 16 83 52', // out[0] = success and one word
  '50 6059 01 90 6040 01 90 6003 56', // in += 89, out += 64, again
]
  .join('')
  .replaceAll(' ', '')}`

/** The state overrides by which a simulation can be measured. */
export const readerOverrides = {
  [bulkReaderAddress]: { code: bulkReaderCode },
  [coinReaderAddress]: { code: coinReaderCode },
} as const

/** Makes one call of many reads. Each answers with one word or does not count. */
export function bulkCallOf(calls: readonly EthCall[]): {
  readonly to: Address
  readonly data: Hex
} {
  const entries = calls.map(({ to, data }) => {
    const bytes = data.slice(2)
    const length = (bytes.length / 2).toString(16).padStart(2, '0')
    return `${to.slice(2)}${length}${bytes.padEnd(2 * 68, '0')}`
  })
  return { to: bulkReaderAddress, data: `0x${entries.join('').toLowerCase()}` }
}

/**
 * Takes the answers out of what a call of many reads returned.
 *
 * @returns one answer a read, in order.
 * @throws {UnmeasuredError} when it is not the reader's answer.
 */
export function bulkAnswersIn(calls: readonly EthCall[], data: Hex): readonly EthCallResult[] {
  if (data.length !== 2 + 128 * calls.length) throw new UnmeasuredError(calls.length)
  return calls.map((_, index) => {
    const offset = 2 + 128 * index
    const isWord = data[offset + 63] === '1'
    return { ok: isWord, data: isWord ? `0x${data.slice(offset + 64, offset + 128)}` : '0x' }
  })
}

/** The balances before or after a transaction could not be read. */
export class UnmeasuredError extends BaseError {
  override readonly code = 'simulation_unmeasured'
  override readonly kind = 'unsupported'

  constructor(count: number) {
    super({
      message: `The ${count} balances and allowances around the transaction could not be read. Use another endpoint, or the other engine.`,
      facts: { count },
    })
  }
}
