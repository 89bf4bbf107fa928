import { type Hex, parseHex, printHex } from '@vaultwright/base'
import type { DecoderReadValues } from './machine/rule-read.ts'
import { type RuleBook, rulesFor } from './rule-book.ts'
import type { CompiledRule } from './rule-compile.ts'
import { type PackOutcome, packArguments } from './rule-pack.ts'

/** What the decoders that pack alike answer for a calldata. */
export type RuleCandidate = {
  /** Names of all decoders that answer so. */
  readonly decoders: readonly string[]
  /** Canonical signature. */
  readonly signature: string
  /** One of their rules. */
  readonly rule: CompiledRule
  readonly outcome: PackOutcome
}

/** Which candidates are wanted. */
export type RuleCandidateOptions = {
  /** Only functions of this signature, canonical. */
  readonly signature?: string
  /** Values of the chain by the key of the read. */
  readonly reads?: DecoderReadValues
}

/**
 * Asks the decoders of all protocols and versions what they pack for a calldata.
 *
 * Decoders that pack the same arguments by position and come to the same answer are one candidate.
 *
 * @param calldata - selector and arguments, as bytes or hex.
 * @returns packed answers first, then those that need reads, then refusals; none without a rule.
 * @throws {InvalidHexError} when the calldata is not hex of whole bytes.
 * @throws {InvalidReadError} when a value handed in is not a number.
 */
export function candidatesOf(
  book: RuleBook,
  calldata: Hex | Uint8Array,
  options: RuleCandidateOptions = {},
): readonly RuleCandidate[] {
  const data = typeof calldata === 'string' ? parseHex(calldata) : calldata
  const merged = new Map<string, RuleCandidate>()
  for (const rule of rulesFor(book, printHex(data.subarray(0, 4)))) {
    if (options.signature !== undefined && options.signature !== rule.signature) continue
    const outcome = packArguments(rule, data, options.reads)
    const key = `${rankOf(outcome)}|${rule.packing}|${outcome.ok ? unverifiedOf(outcome) : ''}`
    const known = merged.get(key)
    const decoders = known === undefined ? rule.decoders : [...known.decoders, ...rule.decoders]
    const first = known ?? { signature: rule.signature, rule, outcome }
    merged.set(key, { ...first, decoders })
  }
  return [...merged.values()].sort((one, other) => rankOf(one.outcome) - rankOf(other.outcome))
}

function rankOf(outcome: PackOutcome): number {
  if (outcome.ok) return 0
  return outcome.reason === 'needs_reads' ? 1 : 2
}

function unverifiedOf(outcome: PackOutcome & { ok: true }): string {
  return outcome.unverified.map(({ check }) => check).join('|')
}
