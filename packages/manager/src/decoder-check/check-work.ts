import { BaseError, type Hex, isAddressText } from '@vaultwright/base'
import {
  type DecoderRead,
  type DecoderReadValue,
  wordOfRead,
  wordsOfRead,
} from '../rule/machine/rule-read.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { packArguments } from '../rule/rule-pack.ts'
import type { CheckCall } from './check-call.ts'
import { type DecoderReply, type KnownReads, missingOf } from './compare-reply.ts'

/** The requests of a check to the chain: to the decoder about calldata, and to other contracts for rules. */
export type CheckRequest = {
  readonly calldatas: readonly Hex[]
  readonly reads: readonly DecoderRead[]
}

/** The chain's answers, in the order of what was asked. */
export type CheckAnswer = {
  readonly replies: readonly DecoderReply[]
  /** A value, a revert, or nothing where no contract could be asked. */
  readonly reads: readonly ReadReply[]
}

/** The answer of a contract to a read. */
export type ReadReply =
  | { readonly kind: 'value'; readonly value: DecoderReadValue }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unasked' }

/** A check that a caller with a chain runs: it yields questions and takes answers. */
export type CheckWork<Result> = Generator<CheckRequest, Result, CheckAnswer>

/** The facts of the chain that a check has read. */
export type CheckState = KnownReads & {
  readonly values: Record<string, DecoderReadValue>
  readonly failed: Set<string>
  readonly unasked: Set<string>
}

/** Reads may need the answers of other reads. */
const rounds = 4

/**
 * Starts with nothing known.
 *
 * @returns a state that `fetchReads` fills.
 */
export function emptyCheckState(): CheckState {
  return { values: {}, failed: new Set(), unasked: new Set() }
}

/** Fetches what rules read of the chain for calls. */
export function* fetchReads(
  rules: readonly CompiledRule[],
  calls: readonly CheckCall[],
  state: CheckState,
): CheckWork<void> {
  for (let round = 0; round < rounds; round++) {
    const missing = new Map<string, DecoderRead>()
    for (const rule of rules) {
      for (const { calldata } of calls) {
        for (const reading of missingOf(packArguments(rule, calldata, state.values))) {
          const isSettled = state.failed.has(reading.key) || state.unasked.has(reading.key)
          if (!isSettled) missing.set(reading.key, reading)
        }
      }
    }
    const reads = [...missing.values()]
    if (reads.length === 0) return
    const answer = yield { calldatas: [], reads }
    for (const [index, reading] of reads.entries()) storeReply(state, reading, answer.reads[index]!)
  }
}

/** Asks the decoder about calls. */
export function* askDecoder(calls: readonly CheckCall[]): CheckWork<readonly DecoderReply[]> {
  if (calls.length === 0) return []
  const { replies } = yield { calldatas: calls.map(({ calldata }) => calldata), reads: [] }
  return replies
}

/** Lists the accounts that reads have named. */
export function accountsIn({ values }: CheckState): readonly Hex[] {
  const isAccount = (value: DecoderReadValue): value is Hex => isAddressText(value)
  return [...new Set(Object.values(values).flat().filter(isAccount))]
}

/** A value that its type cannot hold makes the decoder revert, as no answer does. */
function storeReply(state: CheckState, read: DecoderRead, reply: ReadReply): void {
  if (reply.kind === 'unasked') state.unasked.add(read.key)
  else if (reply.kind === 'failed' || !isValue(read, reply.value)) state.failed.add(read.key)
  else state.values[read.key] = reply.value
}

function isValue({ key, type }: DecoderRead, value: DecoderReadValue): boolean {
  try {
    if (type.endsWith('[]')) wordsOfRead(key, value, type.slice(0, -2))
    else wordOfRead(key, value, type)
    return true
  } catch (error) {
    if (error instanceof BaseError) return false
    throw error
  }
}
