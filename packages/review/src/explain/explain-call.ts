import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import {
  type Call,
  type CompiledRule,
  candidatesOf,
  type DecoderReadValues,
  droneFlag,
  droneTargetOf,
  type PackedEntry,
  packArguments,
  type RuleBook,
  type RuleCandidate,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { AnswerEntry, ComparedCall, DecoderAnswer } from './explain-compare.ts'

/** Reads that hang on the answer of reads; no decoder goes deeper. */
const maxRounds = 4

/** One way in which the decoders of a function pack a call. */
export type DecoderPacking = {
  readonly signature: string
  readonly entries: readonly PackedEntry[]
  readonly decoders: readonly string[]
}

/** A call read with every rule there is. */
export type CallInspection = {
  readonly subject: ComparedCall
  /** True if a rule knows the function. */
  readonly isKnown: boolean
  readonly packings: readonly DecoderPacking[]
  /** Bytes of a calldata that ends in a drone's flag and is too short for it to count. */
  readonly shortSuffix: number | null
  /** The call in JSON-safe words. */
  readonly summary: {
    readonly target: Address
    readonly selector: Hex
    /** Canonical signatures that the rules know for the selector. */
    readonly signatures: readonly string[]
    /** Wei, decimal. */
    readonly value: string
    readonly decoder: Address | null
    readonly droneTarget: Address | null
  }
}

/**
 * Reads a call the way the Manager and the decoders do.
 *
 * @throws {InvalidHexError} when the calldata is not hex of whole bytes.
 */
export function inspectCall(
  call: Call,
  options: { readonly rules: RuleBook; readonly reads?: DecoderReadValues },
): CallInspection {
  const data = parseHex(call.data)
  const selector = call.data.slice(0, 10).toLowerCase() as Hex
  const droneTarget = droneTargetOf(call.data)
  const reads = options.reads === undefined ? {} : { reads: options.reads }
  const isShort = data.length < 4
  const candidates = isShort ? [] : candidatesOf(options.rules, data, reads)
  const target = checksumOf(call.target)
  const decoder = call.decoder === undefined ? null : checksumOf(call.decoder)
  const subject: ComparedCall = {
    target,
    selector,
    hasValue: call.value > 0n,
    decoder,
    droneTarget,
    answers: isShort ? [tooShort(data.length)] : answersOf(candidates, data, options.reads ?? {}),
  }
  const hasFlag = call.data.toLowerCase().endsWith(droneFlag.slice(2))
  return {
    subject,
    isKnown: candidates.length > 0,
    packings: candidates.flatMap(({ outcome, decoders, signature }) =>
      outcome.ok ? [{ signature, entries: outcome.entries, decoders }] : [],
    ),
    shortSuffix: hasFlag && droneTarget === null ? data.length : null,
    summary: {
      target,
      selector,
      signatures: [...new Set(candidates.map((candidate) => candidate.signature))],
      value: call.value.toString(),
      decoder,
      droneTarget,
    },
  }
}

function tooShort(length: number): DecoderAnswer {
  const reason = `It has ${length} bytes, fewer than a selector.`
  return { kind: 'refused', unmet: { code: 'malformed_calldata', why: reason } }
}

function answersOf(
  candidates: readonly RuleCandidate[],
  data: Uint8Array,
  reads: DecoderReadValues,
): readonly DecoderAnswer[] {
  if (candidates.length === 0) return [{ kind: 'unknown', accounts: accountsIn(data) }]
  return candidates.map(({ outcome, rule }): DecoderAnswer => {
    if (outcome.ok) return { kind: 'packed', entries: outcome.entries, reads: [] }
    if (outcome.reason === 'needs_reads') {
      const entries = knownEntries(rule, data, reads)
      if (entries !== null) return { kind: 'packed', entries, reads: outcome.reads }
      return { kind: 'refused', unmet: { code: 'needs_reads', reads: outcome.reads } }
    }
    const code = outcome.reason === 'reverts' ? 'decoder_reverts' : 'malformed_calldata'
    return { kind: 'refused', unmet: { code, error: outcome.error, why: outcome.message } }
  })
}

/** Packs with two different answers of the chain: what comes out the same does not hang on it. */
function knownEntries(
  rule: CompiledRule,
  data: Uint8Array,
  reads: DecoderReadValues,
): readonly AnswerEntry[] | null {
  const first = packWith(`0x${'a1'.repeat(20)}`, { rule, data, reads })
  const second = packWith(`0x${'b2'.repeat(20)}`, { rule, data, reads })
  if (first === null || first.length !== second?.length) return null
  return first.map(({ label, address }, at) => {
    return { label, address: address === second[at]!.address ? address : null }
  })
}

type Packable = {
  readonly rule: CompiledRule
  readonly data: Uint8Array
  readonly reads: DecoderReadValues
}

/** Answers every read with one account, those too that hang on the answer of another. */
function packWith(answer: Hex, { rule, data, reads }: Packable): readonly PackedEntry[] | null {
  const values: { [key: string]: DecoderReadValues[string] } = { ...reads }
  for (let round = 0; round < maxRounds; round++) {
    const outcome = packArguments(rule, data, values)
    if (outcome.ok) return outcome.entries
    if (outcome.reason !== 'needs_reads') return null
    for (const { key, type } of outcome.reads) {
      if (type !== 'address') return null
      values[key] = answer
    }
  }
  return null
}

/** The low 20 bytes of every word, where the ABI puts an address. */
function accountsIn(data: Uint8Array): readonly string[] {
  const accounts: string[] = []
  for (let index = 4; index + 32 <= data.length; index += 32) {
    const isAccount = data.subarray(index, index + 12).every((byte) => byte === 0)
    accounts.push(isAccount ? printHex(data.subarray(index + 12, index + 32)) : '')
  }
  return accounts
}
