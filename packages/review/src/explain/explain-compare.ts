import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { DecoderRead } from '@vaultwright/manager'
import type { LabelledLeaf } from '../leaf/leaf-label.ts'
import { argumentText, listText } from '../leaf/sentence.ts'

/** Why one leaf does not permit a call; `found` is the call's side, `allowed` the leaf's. */
export type Unmet =
  | { readonly code: 'target'; readonly found: Address; readonly allowed: Address }
  | { readonly code: 'selector'; readonly found: Hex; readonly allowed: Hex }
  | { readonly code: 'decoder'; readonly found: Address; readonly allowed: Address }
  | { readonly code: 'value_flag'; readonly found: boolean; readonly allowed: boolean }
  | {
      readonly code: 'argument'
      /** The index, from 0. */
      readonly at: number
      readonly label: string | null
      /** Null where the call packs fewer, or where the calldata does not hold what the leaf allows. */
      readonly found: Address | null
      /** Null where the leaf has fewer. */
      readonly allowed: Address | null
    }
  | {
      readonly code: 'drone_target'
      /** Null where the calldata ends without a drone's suffix. */
      readonly found: Address | null
      /** Null where the leaf is not a drone's. */
      readonly allowed: Address | null
    }
  | { readonly code: 'decoder_reverts'; readonly error: string | null; readonly why: string }
  | { readonly code: 'malformed_calldata'; readonly why: string }
  | { readonly code: 'needs_reads'; readonly reads: readonly DecoderRead[] }

/** One packed entry; the address is null if it depends on the chain. */
export type AnswerEntry = { readonly label: string; readonly address: Address | null }

/** The answer of one kind of decoder to the call. */
export type DecoderAnswer =
  | {
      readonly kind: 'packed'
      readonly entries: readonly AnswerEntry[]
      /** The chain reads that entries without an address need. */
      readonly reads: readonly DecoderRead[]
    }
  | { readonly kind: 'refused'; readonly unmet: Unmet }
  /** No rule: the account in each word of the calldata, lower case; empty where a word is none. */
  | { readonly kind: 'unknown'; readonly accounts: readonly string[] }

/** A call as leaves are compared with it. */
export type ComparedCall = {
  readonly target: Address
  readonly selector: Hex
  readonly hasValue: boolean
  /** Null when any will do. */
  readonly decoder: Address | null
  readonly droneTarget: Address | null
  /** At least one. */
  readonly answers: readonly DecoderAnswer[]
}

/** The distance of a leaf from a call. */
export type Distance = { readonly unmet: readonly Unmet[]; readonly distance: number }

/** The same function of the same target comes first, and there the leaf that misses by a flag or decoder alone. */
const weights: { readonly [code in Unmet['code']]?: number } = {
  selector: 16,
  target: 8,
  value_flag: 1,
  decoder: 1,
}
const usualWeight = 2

/**
 * Compares a leaf with a call, field by field.
 *
 * @returns what is unmet in the order: target, selector, decoder's answer, arguments, drone, value, decoder; and its weight.
 */
export function compareLeaf(subject: ComparedCall, labelled: LabelledLeaf): Distance {
  const { leaf } = labelled
  const unmet: Unmet[] = []
  if (!isSameAddress(subject.target, leaf.target)) {
    unmet.push({ code: 'target', found: subject.target, allowed: leaf.target })
  }
  if (subject.selector.toLowerCase() !== leaf.selector.toLowerCase()) {
    unmet.push({ code: 'selector', found: subject.selector, allowed: leaf.selector })
    unmet.push(...leaf.arguments.map((allowed, at) => differing(labelled, at, { allowed })))
  } else unmet.push(...closestAnswer(subject, labelled))
  if (subject.hasValue !== leaf.canSendValue) {
    unmet.push({ code: 'value_flag', found: subject.hasValue, allowed: leaf.canSendValue })
  }
  if (subject.decoder !== null && !isSameAddress(subject.decoder, leaf.decoder)) {
    unmet.push({ code: 'decoder', found: subject.decoder, allowed: leaf.decoder })
  }
  const distance = unmet.reduce((sum, { code }) => sum + (weights[code] ?? usualWeight), 0)
  return { unmet, distance }
}

function closestAnswer(subject: ComparedCall, labelled: LabelledLeaf): readonly Unmet[] {
  let closest: readonly Unmet[] | null = null
  for (const answer of subject.answers) {
    const unmet = answerAgainst(answer, subject, labelled)
    if (closest === null || unmet.length < closest.length) closest = unmet
  }
  return closest ?? []
}

function answerAgainst(
  answer: DecoderAnswer,
  subject: ComparedCall,
  labelled: LabelledLeaf,
): readonly Unmet[] {
  const { leaf, isDrone } = labelled
  const leafArguments = isDrone ? leaf.arguments.slice(0, -1) : leaf.arguments
  const drone = compareDrone(subject.droneTarget, labelled)
  switch (answer.kind) {
    case 'refused':
      return [answer.unmet, ...drone]
    case 'unknown': {
      let from = 0
      const missing = leafArguments.flatMap((allowed, at) => {
        const word = answer.accounts.indexOf(allowed.toLowerCase(), from)
        if (word >= 0) from = word + 1
        return word >= 0 ? [] : [differing(labelled, at, { allowed })]
      })
      return [...missing, ...drone]
    }
    case 'packed': {
      const unmet: Unmet[] = []
      for (let index = 0; index < Math.max(leafArguments.length, answer.entries.length); index++) {
        const entry = answer.entries[index] ?? null
        const allowed = leafArguments[index] ?? null
        if (entry !== null && entry.address === null && allowed !== null) continue
        if (entry?.address && allowed !== null && isSameAddress(entry.address, allowed)) continue
        const account = entry?.address ?? null
        const label = entry?.label ?? labelled.labels[index] ?? null
        unmet.push({ code: 'argument', at: index, label, found: account, allowed })
      }
      const open: readonly Unmet[] =
        answer.reads.length === 0 ? [] : [{ code: 'needs_reads', reads: answer.reads }]
      return [...unmet, ...drone, ...open]
    }
  }
}

/** The Manager appends the suffix's target whatever the leaf is, so a leaf without one has no place for it. */
function compareDrone(actual: Address | null, { leaf, isDrone }: LabelledLeaf): readonly Unmet[] {
  const allowed = isDrone ? (leaf.arguments.at(-1) ?? null) : null
  const isSame =
    actual === null || allowed === null ? actual === allowed : isSameAddress(actual, allowed)
  return isSame ? [] : [{ code: 'drone_target', found: actual, allowed }]
}

function differing(
  { labels }: LabelledLeaf,
  at: number,
  { allowed }: { readonly allowed: Address },
): Unmet {
  return { code: 'argument', at, label: labels[at] ?? null, found: null, allowed }
}

/**
 * Says in words why a leaf does not permit a call.
 *
 * @returns a clause without a full stop.
 */
export function unmetText(unmet: Unmet): string {
  switch (unmet.code) {
    case 'target':
      return `the target is ${unmet.found}, the leaf allows ${unmet.allowed}`
    case 'selector':
      return `the selector is ${unmet.found}, the leaf allows ${unmet.allowed}`
    case 'decoder':
      return `the decoder is ${unmet.found}, the leaf allows ${unmet.allowed}`
    case 'value_flag':
      return unmet.found
        ? 'the call sends value, the leaf allows it only without'
        : 'the call sends no value, the leaf allows it only with value'
    case 'argument':
      return argumentClause(unmet)
    case 'drone_target':
      return droneClause(unmet)
    case 'decoder_reverts':
      if (unmet.why.startsWith('The decoder reverts')) return lowered(unmet.why)
      return `the decoder reverts${unmet.error === null ? '' : ` with ${unmet.error}`}: ${lowered(unmet.why)}`
    case 'malformed_calldata':
      return `the decoder cannot read the calldata: ${lowered(unmet.why)}`
    case 'needs_reads':
      return `the arguments depend on the chain: give ${listText(unmet.reads.map((read) => read.key))}`
  }
}

function argumentClause({
  at: position,
  label,
  found: actual,
  allowed,
}: Unmet & { code: 'argument' }): string {
  const name = argumentText(position, label)
  if (allowed === null) return `${name} is ${actual}, the leaf has no such argument`
  if (actual === null) return `the calldata gives no ${name}, the leaf asks for ${allowed}`
  return `${name} is ${actual}, the leaf allows ${allowed}`
}

function droneClause({ found: actual, allowed }: Unmet & { code: 'drone_target' }): string {
  if (actual === null)
    return `the leaf is a drone's and the calldata does not end in the suffix for ${allowed}`
  if (allowed === null)
    return `the calldata ends in a drone's suffix for ${actual}, the leaf is not a drone's`
  return `the drone is to forward to ${actual}, the leaf allows ${allowed}`
}

function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}
