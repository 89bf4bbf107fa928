import type { Hex } from '@vaultwright/base'
import { selectorOf } from '../abi/selector.ts'
import type { DecoderRead, DecoderReadValues } from '../rule/machine/rule-read.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { type PackOutcome, packArguments } from '../rule/rule-pack.ts'
import type { CheckCall } from './check-call.ts'

/** The answer of a deployed decoder to a calldata. */
export type DecoderReply =
  | { readonly kind: 'packed'; readonly packed: Hex }
  /** It reverts, or returns what is not a byte string; either way the Manager refuses the call. */
  | {
      readonly kind: 'refused'
      /** The data it reverted with, or returned. */
      readonly data: Hex
      /** The name of the revert where it is known. */
      readonly error: string | null
      /** True if this project gave that name, because no source states the contract's own. */
      readonly isOwnName: boolean
      /** True where it did not revert and returned what is not a byte string. */
      readonly isAnswer: boolean
    }

/** Kinds of differences between a deployed decoder and a rule, the worst first. */
export const differenceKinds = [
  'packs_otherwise',
  'refuses_less',
  'refuses_more',
  'reverts_otherwise',
] as const

/** The kind of difference between a deployed decoder and a rule. */
export type DifferenceKind = (typeof differenceKinds)[number]

/** The chain's answers to the reads of rules. */
export type KnownReads = {
  readonly values: DecoderReadValues
  /** Keys of reads that reverted: a decoder that makes them reverts too. */
  readonly failed: ReadonlySet<string>
}

/** The result of holding a reply against a rule. */
export type ReplyComparison =
  | { readonly kind: 'same' }
  /** A read without an answer leaves it open. */
  | { readonly kind: 'open' }
  | { readonly kind: DifferenceKind }

/**
 * Holds a decoder's reply against a rule.
 *
 * Names of errors are compared only where the calldata is sound: what a compiler checks first in a damaged one
 * is its own affair.
 */
export function compareReply(
  rule: CompiledRule,
  asked: { readonly call: CheckCall; readonly reply: DecoderReply },
  reads: KnownReads,
): ReplyComparison {
  const { call, reply } = asked
  const outcome = packArguments(rule, call.calldata, reads.values)
  const isFailed = missingOf(outcome).some(({ key }) => reads.failed.has(key))
  if (isFailed) return { kind: reply.kind === 'refused' ? 'same' : 'refuses_less' }
  if (reply.kind === 'packed') return comparePacked(outcome, reply.packed)
  if (!outcome.ok) {
    if (outcome.reason === 'needs_reads') return { kind: 'open' }
    const isNamed = call.damage === null && outcome.error !== null
    const isSame = !isNamed || isError(outcome.error, reply)
    return { kind: isSame ? 'same' : 'reverts_otherwise' }
  }
  return { kind: outcome.unverified.length > 0 ? 'open' : 'refuses_more' }
}

/** Lists the reads that an outcome waits for. */
export function missingOf(outcome: PackOutcome): readonly DecoderRead[] {
  if (outcome.ok) return outcome.unverified.flatMap(({ reads }) => reads)
  return outcome.reason === 'needs_reads' ? outcome.reads : []
}

function comparePacked(outcome: PackOutcome, packed: Hex): ReplyComparison {
  if (outcome.ok) return { kind: outcome.packed === packed ? 'same' : 'packs_otherwise' }
  return { kind: outcome.reason === 'needs_reads' ? 'open' : 'refuses_less' }
}

function isError(name: string | null, { data, error }: DecoderReply & { kind: 'refused' }) {
  if (name === 'Panic') return data.startsWith(selectorOf('Panic(uint256)'))
  return name === error || data === selectorOf(`${name}()`)
}
