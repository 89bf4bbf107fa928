import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import {
  type CalldataReader,
  calldataReaderWithin,
  createCalldataReader,
  hexAt,
} from '../abi/calldata-reader.ts'
import { type EncodingNote, trailingNotesOf } from '../call/encoding-note.ts'
import { type FlashLoan, readLoanHeader, readUserData } from './flash-loan.ts'
import { assertSelector, type LocatedCall, readCalls } from './manage-decode.ts'

/** A batch of calls, with the batches that its flash loans carry. */
export type DecodedBatch = {
  readonly calls: readonly BatchCall[]
  /** Bytes after the arguments of the Manager's function, or of the loan: the chain ignores them. */
  readonly notes: readonly EncodingNote[]
}

/** A call of a batch. */
export type BatchCall = LocatedCall & {
  /** The loan and its own batch, when the call borrows through the Manager. */
  readonly loan: NestedLoan | null
  /** Why the batch of a loan cannot be read; the Manager would revert there. */
  readonly problem: BaseError | null
}

/** A flash loan with the batch inside. */
export type NestedLoan = Omit<FlashLoan, 'calls'> & { readonly batch: DecodedBatch }

/**
 * The depth to which flash loans are followed. Each takes at least five of the 1024 frames that a
 * chain's call stack has, so that no deeper nest can run anywhere.
 */
export const maxLoanDepth = 256

/** Options of reading a batch. */
type BatchOptions = {
  /** The Manager. When not said, a `flashLoan` whose target is its own recipient counts as its own. */
  readonly manager?: Address
}

/**
 * Decodes a batch and every batch that its flash loans carry, to any depth that can run. Bytes after the
 * arguments are accepted, as on the chain, and named.
 *
 * @param data - calldata of `manageVaultWithMerkleVerification`.
 * @returns the calls in order, nested.
 * @throws {FlashLoanDepthError} below 256 nested loans; other errors as `decodeManage`.
 */
export function decodeBatch(data: Hex, options: BatchOptions = {}): DecodedBatch {
  const batch = readBatch(data, options)
  const waiting = [batch]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const call of next.calls) {
      if (call.problem !== null) throw call.problem
      if (call.loan !== null) waiting.push(call.loan.batch)
    }
  }
  return batch
}

/**
 * Reads a batch like `decodeBatch`, but keeps what is wrong inside a flash loan as data.
 *
 * @param data - calldata of `manageVaultWithMerkleVerification`.
 * @returns the calls in order, nested; `problem` where a loan cannot be read.
 * @throws {FlashLoanDepthError} below 256 nested loans; other errors as `decodeManage`, for the
 *   outermost batch alone.
 */
export function readBatch(data: Hex, options: BatchOptions = {}): DecodedBatch {
  const reader = createCalldataReader(data)
  assertSelector(reader, managerSelectors.manageVaultWithMerkleVerification)
  const placed = readCalls(reader)
  const batch = { calls: placed.map(batchCallDraft), notes: trailingNotesOf(reader) }
  let layer = batch.calls
  for (let depth = 1; layer.length > 0; depth++) {
    const below: BatchCallDraft[] = []
    for (const call of layer) {
      if (!isLoan(reader, call, options.manager)) continue
      if (depth > maxLoanDepth) throw new FlashLoanDepthError(call.offset)
      follow(reader, call)
      for (const inner of call.loan?.batch.calls ?? []) below.push(inner)
    }
    layer = below
  }
  return batch
}

type BatchCallDraft = LocatedCall & { loan: LoanDraft | null; problem: BaseError | null }
type BatchDraft = { readonly calls: BatchCallDraft[]; readonly notes: readonly EncodingNote[] }
type LoanDraft = Omit<NestedLoan, 'batch'> & { readonly batch: BatchDraft }

function batchCallDraft(call: LocatedCall): BatchCallDraft {
  return { ...call, loan: null, problem: null }
}

/**
 * Tells whether a call borrows through the Manager itself. The Manager is called back only as the
 * recipient: a loan to another one runs no batch.
 */
function isLoan(reader: CalldataReader, call: LocatedCall, manager: Address | undefined): boolean {
  const { bytes, offset } = call
  if (bytes.length < 4 + 32 || hexAt(reader, offset, 4) !== managerSelectors.flashLoan) return false
  return isSameAddress(call.target, manager ?? hexAt(reader, offset + 16, 20))
}

function follow(reader: CalldataReader, call: BatchCallDraft): void {
  try {
    const { offset, bytes } = call
    const loanReader = calldataReaderWithin(reader, offset, offset + bytes.length)
    const frame = readLoanHeader(loanReader)
    const { calls, salt } = readUserData(
      calldataReaderWithin(reader, frame.userStart, frame.userEnd),
    )
    const { recipient, tokens, amounts } = frame
    const batch = { calls: calls.map(batchCallDraft), notes: trailingNotesOf(loanReader) }
    call.loan = { recipient, tokens, amounts, salt, batch }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    call.problem = error
  }
}

/** Flash loans nest deeper than any chain can run them. */
export class FlashLoanDepthError extends BaseError {
  override readonly code = 'flash_loan_depth'
  override readonly kind = 'invalid_input'

  constructor(offset: number) {
    super({
      message: `The flash loan at byte ${offset} is nested more than ${maxLoanDepth} deep. No chain can run it: the call stack ends at 1024.`,
      facts: { offset, depth: maxLoanDepth },
    })
  }
}
