import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { type OpenedCall, packedFor } from '../call/opened-call.ts'
import type { DecoderRead, DecoderReadValues } from '../rule/machine/rule-read.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { packArguments, type UnverifiedCheck } from '../rule/rule-pack.ts'

/** An answer that the chain must give for a leaf to permit a call: an address, or a word of 32 bytes. */
export type AssumedRead = { readonly read: DecoderRead; readonly value: Address | Hex }

/** The reads that are done and those that are missing. */
export type ReadProgress = {
  readonly missing: readonly DecoderRead[]
  readonly known: DecoderReadValues
}

/** The conditions under which a leaf permits a call. */
export type Assumption = {
  readonly reads: readonly AssumedRead[]
  readonly unverified: readonly UnverifiedCheck[]
}

/** Reads that need the answer of other reads. */
const rounds = 4

/**
 * Works out what the chain would have to answer for leaves to permit a call.
 *
 * Each missing read is answered with a mark of its own; where a mark comes out among the packed
 * arguments, the leaf names the answer that is needed. The answers are then packed to be sure.
 *
 * @returns a function that takes a leaf's packed arguments and answers what must hold; null when no
 *   answer of the chain makes the call pack so.
 */
export function assumedReadsFor(
  call: OpenedCall,
  rule: CompiledRule,
  state: ReadProgress,
): (packed: Hex) => Assumption | null {
  const marked = packingPatternOf(call, rule, state)
  if (marked === null) return () => null
  return (packed) => {
    const answers = answersIn(marked, packed)
    if (answers === null) return null
    const reads = Object.fromEntries(answers.map(({ read, value }) => [read.key, value]))
    const outcome = packArguments(rule, call.bytes, { ...state.known, ...reads })
    if (!outcome.ok || packedFor(outcome.packed, call) !== packed) return null
    return { reads: answers, unverified: outcome.unverified }
  }
}

/** Packed arguments in which marks stand for what the chain would answer. */
export type PackingPattern = {
  readonly packed: Hex
  /** By the 40 digits of the mark. */
  readonly marks: ReadonlyMap<string, MarkedRead>
}

/** A read that a mark stands for: a word is packed in halves, 16 bytes and four zeros each. */
type MarkedRead = { readonly read: DecoderRead; readonly part: 'whole' | 'high' | 'low' }

/**
 * Packs with marks in place of missing reads, which may ask for further reads.
 *
 * @returns what comes out; null when a read is neither an address nor a word of 32 bytes, or the decoder refuses the marks.
 */
export function packingPatternOf(
  call: OpenedCall,
  rule: CompiledRule,
  state: ReadProgress,
): PackingPattern | null {
  const marks = new Map<string, MarkedRead>()
  const values: Record<string, DecoderReadValues[string]> = { ...state.known }
  let { missing } = state
  for (let round = 0; round < rounds; round++) {
    for (const reading of missing) {
      const mark = markOf(marks.size)
      if (reading.type === 'address') {
        marks.set(mark, { read: reading, part: 'whole' })
        values[reading.key] = `0x${mark}`
      } else if (reading.type === 'bytes32') {
        const [high, low] = [mark.slice(0, halfDigits), markOf(marks.size + 1).slice(0, halfDigits)]
        marks.set(`${high}${halfEnd}`, { read: reading, part: 'high' })
        marks.set(`${low}${halfEnd}`, { read: reading, part: 'low' })
        values[reading.key] = `0x${high}${low}`
      } else return null
    }
    const outcome = packArguments(rule, call.bytes, values)
    if (outcome.ok) return { packed: packedFor(outcome.packed, call), marks }
    if (outcome.reason !== 'needs_reads') return null
    missing = outcome.reads
  }
  return null
}

/** Digits of half a word, and the zeros that decoders fill it up with. */
const halfDigits = 32
const halfEnd = '00000000'

/** An address that no calldata holds by accident. */
function markOf(index: number): string {
  return `7a3c91d4e85f06b2${index.toString(16).padStart(8, '0')}c5d87e10f94ba632`
}

function answersIn(
  { packed: pattern, marks }: PackingPattern,
  packed: Hex,
): readonly AssumedRead[] | null {
  if (pattern.length !== packed.length) return null
  const answers = new Map<string, AssumedRead>()
  const halves = new Map<string, { read: DecoderRead; high?: string; low?: string }>()
  for (let index = 2; index < packed.length; index += 40) {
    const expected = pattern.slice(index, index + 40)
    const actual = packed.slice(index, index + 40)
    const marked = marks.get(expected)
    if (marked === undefined) {
      if (expected !== actual) return null
      continue
    }
    const { read: reading, part } = marked
    if (part === 'whole') {
      const value = checksumOf(`0x${actual}`)
      if ((answers.get(reading.key)?.value ?? value) !== value) return null
      answers.set(reading.key, { read: reading, value })
      continue
    }
    const half = halves.get(reading.key) ?? { read: reading }
    if (!actual.endsWith(halfEnd) || (half[part] ?? actual) !== actual) return null
    halves.set(reading.key, { ...half, [part]: actual })
  }
  for (const { read: reading, high, low } of halves.values()) {
    // Half a word names no answer.
    if (high === undefined || low === undefined) return null
    const value: Hex = `0x${high.slice(0, halfDigits)}${low.slice(0, halfDigits)}`
    answers.set(reading.key, { read: reading, value })
  }
  // A read that only a check uses has no answer in the leaf: it stays open.
  return [...answers.values()]
}
