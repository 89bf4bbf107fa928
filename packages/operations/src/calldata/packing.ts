import { BaseError, type Hex } from '@vaultwright/base'
import {
  candidatesOf,
  canonicalSignatureOf,
  type DecoderRead,
  type DecoderReadValues,
  type RuleBook,
  type RuleCandidate,
} from '@vaultwright/manager'

/** The facts about a call whose packed arguments are requested. */
export type PackingQuestion = {
  readonly calldata: Hex
  readonly signature?: string | undefined
  readonly reads?: DecoderReadValues | undefined
}

/** One way of packing. */
export type Packing = {
  readonly packed: Hex
  readonly rule: RuleName
  readonly entries: readonly { readonly label: string; readonly address: string }[]
  /** Checks of the decoder that need values of the chain; the packed bytes do not depend on them. */
  readonly unverified: readonly { readonly check: string; readonly needs: readonly DecoderRead[] }[]
}

/** The rule that packed: its function, its pack, the decoders that have it. */
export type RuleName = {
  readonly signature: string
  readonly packs: string
  readonly decoders: readonly string[]
  /** Why the packing is not certain; null when it was observed. */
  readonly inferred: string | null
}

/** Decoders that revert on a call, and why. */
export type PackingRefusal = {
  readonly rule: RuleName
  readonly reason: string
  readonly message: string
}

/** The answer of all versions' decoders for a call. */
export type PackingAnswer = {
  /** Different ways of packing; one where all decoders that answer agree. */
  readonly packings: readonly Packing[]
  /** Values of the chain without which other decoders cannot answer. */
  readonly needs: readonly DecoderRead[]
  readonly refusals: readonly PackingRefusal[]
}

/** Computes what decoders pack for a call. */
export function answerPacking(question: PackingQuestion, book: RuleBook): PackingAnswer {
  const { calldata, reads = {} } = question
  const signature = question.signature && canonicalSignatureOf(question.signature)
  const candidates = candidatesOf(book, calldata, { reads, ...(signature ? { signature } : {}) })
  if (candidates.length === 0) throw new NoRuleError(calldata.slice(0, 10), signature ?? null)
  const needs = candidates.flatMap(({ outcome }) => ('reads' in outcome ? outcome.reads : []))
  const refusals = candidates.flatMap((candidate) => refusalsOf(candidate))
  const packings = mergeEqual(candidates.flatMap((candidate) => packingsOf(candidate)))
  const [refusal] = refusals
  if (refusal !== undefined && refusals.length === candidates.length)
    throw refusedBy(refusals, refusal)
  const distinct = new Map(needs.map((read) => [read.key, read]))
  return { packings, needs: [...distinct.values()], refusals }
}

function packingsOf(candidate: RuleCandidate): readonly Packing[] {
  const { outcome } = candidate
  if (!outcome.ok) return []
  const unverified = outcome.unverified.map(({ check, reads }) => ({ check, needs: reads }))
  const { packed, entries } = outcome
  return [{ packed, rule: nameOf(candidate), entries, unverified }]
}

function refusalsOf(candidate: RuleCandidate): readonly PackingRefusal[] {
  const { outcome } = candidate
  if (outcome.ok || outcome.reason === 'needs_reads') return []
  return [{ rule: nameOf(candidate), reason: outcome.reason, message: outcome.message }]
}

/** Ways of packing that give the same bytes are one: the first rule, the decoders of all. */
function mergeEqual(packings: readonly Packing[]): readonly Packing[] {
  const merged = new Map<Hex, Packing>()
  for (const packing of packings) {
    const existing = merged.get(packing.packed)
    const decoders = [...(existing?.rule.decoders ?? []), ...packing.rule.decoders]
    const first = existing ?? packing
    merged.set(packing.packed, { ...first, rule: { ...first.rule, decoders } })
  }
  return [...merged.values()]
}

function nameOf({ rule, signature, decoders }: RuleCandidate): RuleName {
  return { signature, packs: rule.rule.packs, decoders, inferred: rule.inferred }
}

function refusedBy(refusals: readonly PackingRefusal[], first: PackingRefusal): BaseError {
  const revert = refusals.find(({ reason }) => reason === 'reverts')
  return revert === undefined
    ? new MalformedCalldataError(first)
    : new RefusedByDecoderError(revert)
}

/** No decoder that is known has the function of a call. */
class NoRuleError extends BaseError {
  override readonly code = 'no_rule'
  override readonly kind = 'invalid_input'

  constructor(selector: string, signature: string | null) {
    const name = signature === null ? selector : `${signature} with selector ${selector}`
    super({
      message: `No known decoder has the function ${name}. Check the calldata, or describe the decoder in the protocols package.`,
      facts: { selector, signature },
    })
  }
}

/** Calldata does not hold the arguments of its function. */
class MalformedCalldataError extends BaseError {
  override readonly code = 'malformed_calldata'
  override readonly kind = 'invalid_input'

  constructor({ rule, message }: PackingRefusal) {
    super({
      message: `The calldata is none of ${rule.signature}: ${message} Encode the call again.`,
      facts: { signature: rule.signature },
    })
  }
}

/** Every known decoder of a function reverts on a calldata. */
class RefusedByDecoderError extends BaseError {
  override readonly code = 'refused_by_decoder'
  override readonly kind = 'invalid_input'

  constructor({ rule, message }: PackingRefusal) {
    const otherCount = rule.decoders.length - 1
    const names = `${rule.decoders[0]}${otherCount > 0 ? ` and ${otherCount} more` : ''}`
    super({
      message: `${names} would refuse ${rule.signature}: ${message} Change the call.`,
      facts: { signature: rule.signature, decoders: rule.decoders },
    })
  }
}
