import { type Address, BaseError, type Finding, type Hex, markOwnName } from '@vaultwright/base'
import {
  type ManagerRevert,
  type PackedAnswer,
  type PackOutcome,
  packArguments,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { type BlockRef, decodeRevert, type EthCallResult } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import type { Chain } from '../port/chain.ts'

/** A decoder's question. */
export type DecoderCall = { readonly decoder: Address; readonly calldata: Hex }

/**
 * Asks a decoder on the chain what it packs of a calldata, as the Manager does.
 *
 * @param at - the chain and the block; the Manager that asks, where the decoder packs who asks it.
 * @param calldata - selector and arguments, without a drone's suffix or with it.
 * @returns the packed bytes, or why there are none.
 */
export async function readPackedArguments(
  at: { readonly chain: Chain; readonly block: BlockRef; readonly from?: Address },
  decoder: Address,
  calldata: Hex,
): Promise<PackedAnswer> {
  const by = at.from === undefined ? {} : { from: at.from }
  const [answers, { hash }] = await Promise.all([
    at.chain.readCalls([{ to: decoder, data: calldata, ...by }], at.block),
    at.chain.readCode(decoder, at.block),
  ])
  return packedAnswerOf(answers[0]!, hash !== null)
}

/**
 * Takes the packed bytes out of what a decoder returned.
 *
 * @param hasCode - whether there is a decoder: an account without code answers with nothing, too.
 * @returns the packed bytes, or why there are none.
 */
export function packedAnswerOf(answer: EthCallResult, hasCode: boolean): PackedAnswer {
  // A precompiled contract answers without code, and the Manager takes what it says.
  if (!hasCode && (!answer.ok || answer.data === '0x')) return { ok: false, reason: 'no_code' }
  if (!answer.ok) return { ok: false, reason: 'reverts', revert: decodeRevert(answer.data) }
  const packed = bytesIn(answer.data)
  if (packed === null) return { ok: false, reason: 'not_bytes', returned: answer.data }
  return { ok: true, packed }
}

/**
 * Compares a decoder's answer on the chain with what the rule book works out offline.
 *
 * A function may have several rules, one a version of the decoder. Bytes agree with any rule that packs
 * them. A revert agrees only where no rule packs: that one version refuses says nothing of another.
 *
 * @returns no findings when they agree; else what both say, or why they cannot be compared.
 */
export function compareDecoder(
  one: DecoderCall,
  answer: PackedAnswer,
  book: RuleBook = ruleBook,
): readonly Finding[] {
  const rules = rulesFor(book, one.calldata.slice(0, 10))
  const facts = { decoder: one.decoder, calldata: one.calldata, onChain: textOf(answer) }
  if (!answer.ok && answer.reason === 'no_code') {
    return [
      finding(
        'decoder_without_code',
        `${one.decoder} has no code: the Manager refuses every call through it.`,
        facts,
      ),
    ]
  }
  if (rules.length === 0) {
    const message = `No rule says what decoders pack for ${one.calldata.slice(0, 10)}; the decoder at ${one.decoder} answers ${textOf(answer)}.`
    return [{ ...finding('decoder_not_compared', message, facts), severity: 'info' }]
  }
  const outcomes = rules.map((rule) => ({
    rule,
    outcome: outcomeOf(() => packArguments(rule, one.calldata)),
  }))
  const isExpected = outcomes.some(({ outcome }) => isSame(outcome, answer))
  const packing = outcomes.filter(({ outcome }) => isPacking(outcome))
  if (isExpected && (answer.ok || packing.length === 0)) return []
  const offline = outcomes.map(({ rule, outcome }) => ({
    decoders: [...rule.decoders],
    answer: offlineTextOf(outcome),
  }))
  const isOpen = answer.ok
    ? outcomes.some(({ outcome }) => isOpenOutcome(outcome))
    : packing.length > 0 && packing.every(({ outcome }) => isOpenOutcome(outcome))
  if (isOpen) {
    const message = `The answer of the decoder at ${one.decoder} cannot be compared: the rule needs reads of the chain.`
    return [
      { ...finding('decoder_not_compared', message, { ...facts, offline }), severity: 'info' },
    ]
  }
  const expected = [...new Set(offline.map((entry) => entry.answer))].join(' or ')
  const message = `The decoder at ${one.decoder} answers ${textOf(answer)}, the rules say ${expected}. A leaf made by the rules does not match on chain.`
  if (!isExpected) return [finding('decoder_differs', message, { ...facts, offline })]
  const names = packing.flatMap(({ rule }) => rule.decoders)
  const refused = `The decoder at ${one.decoder} answers ${textOf(answer)}, as some versions do and others (${names.slice(0, 3).join(', ')}) do not. A leaf made for those does not match on chain.`
  const problem = finding('decoder_is_other_version', refused, { ...facts, offline })
  return [{ ...problem, severity: 'warning' }]
}

function isSame(outcome: PackOutcome | null, answer: PackedAnswer): boolean {
  if (outcome === null) return false
  if (outcome.ok) return answer.ok && outcome.packed === answer.packed
  if (outcome.reason === 'needs_reads') return false
  if (answer.ok) return false
  if (outcome.reason !== 'reverts' || answer.reason !== 'reverts') return true
  // A rule names the error of its own decoder version alone; another name is another check.
  return (
    outcome.error === null || answer.revert.name === null || outcome.error === answer.revert.name
  )
}

/** Packs, or would with the values of the chain. */
function isPacking(outcome: PackOutcome | null): boolean {
  return outcome !== null && (outcome.ok || outcome.reason === 'needs_reads')
}

/** A rule that needs the chain says nothing yet; nor does one whose open check the chain refused. */
function isOpenOutcome(outcome: PackOutcome | null): boolean {
  if (outcome === null) return false
  return outcome.ok ? outcome.unverified.length > 0 : outcome.reason === 'needs_reads'
}

function outcomeOf(pack: () => PackOutcome): PackOutcome | null {
  try {
    return pack()
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

function offlineTextOf(outcome: PackOutcome | null): string {
  if (outcome === null) return 'nothing'
  if (outcome.ok) return outcome.packed
  if (outcome.reason === 'needs_reads') return 'that reads are needed'
  return outcome.message
}

function textOf(answer: PackedAnswer): string {
  if (answer.ok) return answer.packed
  switch (answer.reason) {
    case 'no_code':
      return 'nothing, without code'
    case 'reverts':
      return `a revert with ${revertNameOf(answer.revert)}`
    case 'not_bytes':
      return `an answer that is not a byte string (${answer.returned})`
  }
}

/**
 * The byte string of an ABI answer, as far as the Manager looks: any offset within bounds, and nothing
 * of what stands behind it or pads it.
 * Source: Solidity, `abi.decode(data, (bytes))`.
 */
function bytesIn(data: Hex): Hex | null {
  const size = BigInt(data.length / 2 - 1)
  const wordAt = (at: bigint): bigint => BigInt(`0x${data.slice(2 + 2 * Number(at)).slice(0, 64)}`)
  if (size < 32n) return null
  const offset = wordAt(0n)
  if (offset > maxInWord || offset + 32n > size) return null
  const length = wordAt(offset)
  if (length > maxInWord || offset + 32n + length > size) return null
  const start = 2 + 2 * Number(offset + 32n)
  return `0x${data.slice(start, start + 2 * Number(length))}`
}

/** Offsets and lengths above this are refused before anything is read. */
const maxInWord = 0xffff_ffff_ffff_ffffn

function finding(code: string, message: string, facts: Finding['facts']): Finding {
  return { code, severity: 'error', leaf: null, message, facts }
}

function revertNameOf(revert: ManagerRevert): string {
  if (revert.name === null) return revert.data
  return markOwnName(revert.name, revert.isOwnName)
}
