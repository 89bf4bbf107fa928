import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { checkParameters } from './machine/calldata-parameter.ts'
import { checkEncoding } from './machine/rule-encoding.ts'
import { buildMachine, type Fault, type Machine, stop, wordAt } from './machine/rule-machine.ts'
import type { DecoderRead, DecoderReadValues } from './machine/rule-read.ts'
import { type RuleBook, rulesFor } from './rule-book.ts'
import type { CompiledCheck, CompiledRule } from './rule-compile.ts'
import { turnLoops } from './rule-term.ts'

/** One packed entry: what it is called in the function's own words, and its twenty bytes. */
export type PackedEntry = { readonly label: string; readonly address: Address }

/** A check of the decoder that could not be made because a read was not handed in. */
export type UnverifiedCheck = {
  readonly check: string
  readonly error: string | null
  readonly reads: readonly DecoderRead[]
}

/** The answer of a decoder to a calldata. */
export type PackOutcome =
  | {
      readonly ok: true
      readonly packed: Hex
      readonly entries: readonly PackedEntry[]
      /** Checks on the chain's state that are still open; the packed bytes do not depend on them. */
      readonly unverified: readonly UnverifiedCheck[]
    }
  | { readonly ok: false; readonly reason: 'needs_reads'; readonly reads: readonly DecoderRead[] }
  | ({ readonly ok: false } & Fault)

/**
 * Works out the packed arguments that a decoder returns for a calldata.
 *
 * Bytes after the arguments are accepted, and so is what stands inside structs and lists and is not
 * read, as they are on chain: `encodingNotesOf` names both.
 *
 * @param rule - the decoder's rule for the function.
 * @param calldata - selector and arguments, as bytes or hex.
 * @param reads - values of the chain by the key of the read; none when not given.
 * @returns the packed bytes, or what is missing, or why the decoder reverts.
 * @throws {InvalidHexError} when the calldata is not hex of whole bytes.
 * @throws {InvalidReadError} when a value handed in is not a number.
 */
export function packArguments(
  rule: CompiledRule,
  calldata: Hex | Uint8Array,
  reads: DecoderReadValues = {},
): PackOutcome {
  const data = typeof calldata === 'string' ? parseHex(calldata) : calldata
  const machine = buildMachine(data, reads)
  if (data.length < 4 || wordAt(data, 0, 4) !== BigInt(rule.selector)) {
    stop(machine, {
      reason: 'malformed',
      error: null,
      check: null,
      message: `The calldata does not start with ${rule.selector}, the selector of ${rule.signature}.`,
      at: 0,
    })
  } else if (rule.rule.memory) {
    checkEncoding(machine, rule.function.inputs, { base: 4, limit: data.length, isNested: false })
  } else {
    checkParameters(machine, rule.function.inputs)
  }
  const unverified: UnverifiedCheck[] = []
  for (const check of rule.checks) {
    if (machine.fault !== null) break
    const open = runCheck(machine, check)
    if (open !== null) unverified.push(open)
  }
  if (machine.fault === null) rule.pack.run(machine)
  if (machine.fault !== null) return { ok: false, ...machine.fault }
  if (machine.missing.size > 0) {
    return { ok: false, reason: 'needs_reads', reads: [...machine.missing.values()] }
  }
  return packedOf(machine, unverified)
}

/** Makes one check; gives it back when a read it needs is missing. */
function runCheck(machine: Machine, check: CompiledCheck): UnverifiedCheck | null {
  // What stands in lists is not looked at, as in the contract, where the rest settles the check.
  const missesBefore = machine.misses
  const isSettled = (check.condition.settledBy?.big(machine) ?? 0n) !== 0n
  if (isSettled && machine.misses === missesBefore) return null
  machine.missing = new Map()
  const { misses } = machine
  turnLoops(machine, check.condition.loops, () => {
    const before = machine.misses
    const isTrue = check.condition.big(machine) !== 0n
    if (isTrue || machine.misses !== before) return
    const text = conditionOf(check)
    const named = check.error === null ? '' : ` with ${check.error}`
    const message = `The decoder reverts${named} because this does not hold: ${text}.`
    stop(machine, { reason: 'reverts', error: check.error, check: text, message, at: null })
  })
  const reads = [...machine.missing.values()]
  machine.missing = new Map()
  if (machine.misses === misses || machine.fault !== null) return null
  return { check: conditionOf(check), error: check.error, reads }
}

function conditionOf(check: CompiledCheck): string {
  return check.text.replace(/\s+else\s+[\w$]+\s*$/, '')
}

function packedOf(machine: Machine, unverified: readonly UnverifiedCheck[]): PackOutcome {
  const packed = printHex(machine.out.subarray(0, machine.size))
  let entries: readonly PackedEntry[] | null = null
  return {
    ok: true,
    packed,
    /** Spelled only when asked for: a checksum costs a hash. */
    get entries() {
      entries ??= machine.labels.map((label, index) => ({
        label,
        address: checksumOf(`0x${packed.slice(2 + 40 * index, 42 + 40 * index)}`),
      }))
      return entries
    },
    unverified,
  }
}

/** The answer of the decoders that pack alike to a calldata. */
export type RuleCandidate = {
  /** Names of all decoders that answer so. */
  readonly decoders: readonly string[]
  /** Canonical signature. */
  readonly signature: string
  /** One of their rules. */
  readonly rule: CompiledRule
  readonly outcome: PackOutcome
}

/** Filters of the candidates. */
type RuleCandidateOptions = {
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
    const existing = merged.get(key)
    const decoders =
      existing === undefined ? rule.decoders : [...existing.decoders, ...rule.decoders]
    const first = existing ?? { signature: rule.signature, rule, outcome }
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
