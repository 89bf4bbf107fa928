import {
  type Address,
  type Hex,
  InvalidHexError,
  parseHex,
  parseHexRows,
  printHex,
} from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import {
  createCalldataWriter,
  paddedSize,
  writeAccounts,
  writeAddress,
  writeBytes,
  writeHex,
  writeSize,
  writeUints,
} from '../abi/byte-writer.ts'
import {
  addressAt,
  assertBytes,
  assertFinished,
  type CalldataReader,
  calldataReaderWithin,
  createCalldataReader,
  hexAt,
  openBytes,
} from '../abi/calldata-reader.ts'
import type { ManageCall } from '../call/call.ts'
import {
  assertSelector,
  type LocatedCall,
  readAddresses,
  readCalls,
  readUints,
} from './manage-decode.ts'
import { encodeCalls } from './manage-encode.ts'

/** A flash loan and the batch that runs while the vault holds it. */
export type FlashLoan = {
  /** The Manager itself: it is the one that is called back. */
  readonly recipient: Address
  readonly tokens: readonly Address[]
  /** One for each token, in its base units. */
  readonly amounts: readonly bigint[]
  /** Proven against the Manager's own root. */
  readonly calls: readonly ManageCall[]
  /** Bytes behind the batch that tell two equal loans apart; `0x` for none. */
  readonly salt: Hex
}

/** The head of a flash loan's calldata, and where its user data lies in the whole. */
export type LoanHeader = Omit<FlashLoan, 'calls' | 'salt'> & {
  readonly userStart: number
  readonly userEnd: number
}

/**
 * Encodes the batch that a flash loan carries.
 *
 * @param calls - proven against the Manager's own root; flash loans may be among them.
 * @param salt - any bytes, `0x` for none.
 * @returns the five lists of a batch and the salt, lower case.
 * @throws {InvalidHexError} when a field is not hex of its size.
 * @throws {UnencodableError} when the recipient is not an address or a number is outside 256 bits.
 */
export function encodeFlashLoanUserData(calls: readonly ManageCall[], salt: Hex = '0x'): Hex {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(salt)) throw new InvalidHexError(salt, 'it is not a salt')
  return `${encodeCalls(calls)}${salt.slice(2).toLowerCase()}` as Hex
}

/**
 * Encodes the call of the Manager's own `flashLoan`, which runs a batch inside.
 *
 * @param loan - recipient, tokens, amounts, the calls inside and a salt.
 * @returns calldata with its selector, lower case.
 * @throws {InvalidHexError} when a field is not hex of its size.
 * @throws {UnencodableError} when the recipient is not an address or a number is outside 256 bits.
 */
export function encodeFlashLoan(loan: FlashLoan): Hex {
  const userData = parseHex(encodeFlashLoanUserData(loan.calls, loan.salt))
  const { tokens, amounts } = loan
  const accounts = parseHexRows(tokens, 20)
  const userSize = 32 + paddedSize(userData.length)
  const writer = createCalldataWriter(4 + 32 * (6 + tokens.length + amounts.length) + userSize)
  writeHex(writer.bytes, 0, managerSelectors.flashLoan)
  writeAddress(writer, 4, loan.recipient)
  let next = 4 + 128
  writeSize(writer, 4 + 32, next - 4)
  next = writeAccounts(writer, next, accounts)
  writeSize(writer, 4 + 64, next - 4)
  next = writeUints(writer, next, amounts)
  writeSize(writer, 4 + 96, next - 4)
  writeBytes(writer, next, userData)
  return printHex(writer.bytes)
}

/**
 * Decodes the call of the Manager's `flashLoan`, as strictly as `decodeManage` does a batch.
 *
 * @returns the loan; flash loans among its calls stay calldata, see `decodeBatch`.
 * @throws {CalldataSelectorError} when it calls another function; other errors as `decodeManage`.
 */
export function decodeFlashLoan(data: Hex): FlashLoan {
  const reader = createCalldataReader(data)
  const frame = readLoanHeader(reader)
  assertFinished(reader)
  const { calls, salt } = readUserData(calldataReaderWithin(reader, frame.userStart, frame.userEnd))
  const { recipient, tokens, amounts } = frame
  return { recipient, tokens, amounts, calls: calls.map(withoutLocation), salt }
}

/**
 * Reads the calldata of a flash loan up to its user data.
 *
 * @throws {CalldataSelectorError} when it calls another function; other errors as `decodeManage`.
 */
export function readLoanHeader(reader: CalldataReader): LoanHeader {
  assertSelector(reader, managerSelectors.flashLoan)
  const base = reader.start
  reader.field = 'arguments'
  assertBytes(reader, base, 128)
  reader.next = base + 128
  reader.field = 'recipient'
  const recipient = addressAt(reader, base)
  const tokens = readAddresses(reader, base + 32, 'tokens')
  const amounts = readUints(reader, base + 64, 'amounts')
  reader.field = 'userData'
  const size = openBytes(reader, base + 96, base)
  const userStart = reader.next - paddedSize(size)
  return { recipient, tokens, amounts, userStart, userEnd: userStart + size }
}

/**
 * Reads the user data of a flash loan: five lists, then a salt of any length.
 *
 * @throws errors as `decodeManage`.
 */
export function readUserData(reader: CalldataReader): { calls: LocatedCall[]; salt: Hex } {
  const calls = readCalls(reader)
  return { calls, salt: hexAt(reader, reader.next, reader.end - reader.next) }
}

function withoutLocation({ offset: _, bytes: __, ...call }: LocatedCall): ManageCall {
  return call
}
