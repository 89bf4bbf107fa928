import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { multiSendAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { buildSafeCalls, type SafeCall } from './call.ts'
import { operationOfByte, type SafeOperation } from './operation.ts'
import { decodeStrictly, readStrictly, type StrictReading } from './strict-calldata.ts'

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
  return entriesOf(parseHex(args[0])).map(({ operation, ...call }, index) => {
    if (operation === 0) return call
    throw new MultiSendOperationError(index, { operation, to: call.to })
  })
}

/** A call of a MultiSend, and how the Safe makes it. */
export type MultiSendCall = SafeCall & { readonly operation: SafeOperation }

/**
 * Decodes the call of a MultiSend library with the delegate calls inside, and accepts bytes after its
 * arguments, as the chain does.
 *
 * @returns the calls in order, and what follows the arguments.
 * @throws {SafeCalldataError} when it is not a call of `multiSend` as an encoder writes it.
 * @throws {MultiSendLengthError} when a call ends behind the last byte.
 * @throws {MultiSendOperationError} when an operation is neither call nor delegate call.
 */
export function readMultiSend(data: Hex): Pick<StrictReading<typeof multiSendAbi>, 'trailing'> & {
  readonly calls: readonly MultiSendCall[]
} {
  const { decoded, trailing } = readStrictly(multiSendAbi, data)
  const calls = entriesOf(parseHex(decoded.args[0])).map(({ operation: byte, ...call }, index) => {
    const operation = operationOfByte(byte)
    if (operation !== null) return { ...call, operation }
    throw new MultiSendOperationError(index, { operation: byte, to: call.to })
  })
  return { calls, trailing }
}

type MultiSendEntry = SafeCall & { readonly operation: number }

function entriesOf(bytes: Uint8Array): readonly MultiSendEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries: MultiSendEntry[] = []
  let offset = 0
  while (offset < bytes.length) {
    if (offset + headSize > bytes.length) throw new MultiSendLengthError(entries.length, offset)
    const operation = bytes[offset]!
    const to = checksumOf(bytes.subarray(offset + 1, offset + 21))
    const length = wordAt(view, offset + 53)
    const start = offset + headSize
    if (length > BigInt(bytes.length - start))
      throw new MultiSendLengthError(entries.length, offset)
    offset = start + Number(length)
    const data = printHex(bytes.subarray(start, offset))
    entries.push({ operation, to, value: wordAt(view, start - 64), data })
  }
  return entries
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
