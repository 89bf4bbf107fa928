import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { multiSendAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { buildSafeCalls, type SafeCall } from './call.ts'
import { decodeStrictly } from './strict-calldata.ts'

/** Bytes before each call's data: operation (1), to (20), value (32), length (32). */
const headSize = 85

/**
 * Encodes the call of a MultiSend library, which a Safe borrows to make many calls or none.
 *
 * Source: MultiSend of the Safe contracts, `multiSend(bytes)`, packed encoding.
 *
 * @param calls - in order · value in wei.
 * @returns calldata with its selector, lower case; each call as a plain call, never a delegate call.
 * @throws {InvalidSafeCallError} when a call cannot be made.
 */
export function encodeMultiSend(calls: readonly SafeCall[]): Hex {
  const packed = buildSafeCalls(calls).map(({ to, value, data }) => {
    const length = data.length / 2 - 1
    return `00${to.slice(2).toLowerCase()}${wordOf(value)}${wordOf(BigInt(length))}${data.slice(2)}`
  })
  const transactions: Hex = `0x${packed.join('')}`
  return encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [transactions] })
}

/**
 * Decodes the call of a MultiSend library, as strictly as `encodeMultiSend` writes it.
 *
 * @param data - calldata with its selector, either case.
 * @returns the calls in order.
 * @throws {SafeCalldataError} when it is not a call of `multiSend` as an encoder writes it.
 * @throws {MultiSendLengthError} when a call ends behind the last byte.
 * @throws {MultiSendOperationError} when a call would borrow the code of its target.
 */
export function decodeMultiSend(data: Hex): readonly SafeCall[] {
  const { args } = decodeStrictly(multiSendAbi, data)
  const bytes = parseHex(args[0])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const calls: SafeCall[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + headSize > bytes.length) throw new MultiSendLengthError(calls.length, at)
    const operation = bytes[at]!
    const to = checksumOf(bytes.subarray(at + 1, at + 21))
    if (operation !== 0) throw new MultiSendOperationError(calls.length, { operation, to })
    const length = wordAt(view, at + 53)
    const start = at + headSize
    if (length > BigInt(bytes.length - start)) throw new MultiSendLengthError(calls.length, at)
    at = start + Number(length)
    calls.push({ to, value: wordAt(view, start - 64), data: printHex(bytes.subarray(start, at)) })
  }
  return calls
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function wordAt(view: DataView, at: number): bigint {
  let word = 0n
  for (let part = 0; part < 32; part += 8) word = (word << 64n) | view.getBigUint64(at + part)
  return word
}

/** A call of a MultiSend is longer than what is left of it. */
export class MultiSendLengthError extends BaseError {
  override readonly code = 'multi_send_length'
  override readonly kind = 'damaged_data'

  constructor(index: number, offset: number) {
    super({
      message: `Call ${index} of the MultiSend, at byte ${offset}, ends behind the last byte. Encode the batch anew.`,
      facts: { call: index, offset },
    })
  }
}

/** A call of a MultiSend borrows the code of its target, which may then do anything as the Safe. */
export class MultiSendOperationError extends BaseError {
  override readonly code = 'multi_send_operation'
  override readonly kind = 'damaged_data'

  constructor(
    index: number,
    { operation, to }: { readonly operation: number; readonly to: string },
  ) {
    super({
      message: `Call ${index} of the MultiSend has operation ${operation} instead of 0: the Safe would run the code of ${to} as its own. Do not sign it unless you know that code.`,
      facts: { call: index, operation, to },
    })
  }
}
