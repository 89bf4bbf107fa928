import type { Hex } from '@vaultwright/base'
import { type AbiFunction, AbiTypeError, parseAbiTuple, parseSignature } from '../abi/abi-type.ts'
import { selectorOf } from '../abi/selector.ts'
import type { DecoderRules, Rule } from './rule.ts'
import { ruleFunctions } from './rule-call.ts'
import { buildWord, type RuleContext, type RuleScope } from './rule-expression.ts'
import type { CompiledRead } from './rule-lookup.ts'
import { type EntryCount, type PackStep, stepOf } from './rule-term.ts'
import { locatedOf, type WordValue } from './rule-value.ts'
import { RuleError } from './syntax/rule-error.ts'
import {
  parseCheck,
  parseExpression,
  parseTerms,
  type RuleCheck,
  type RuleNode,
} from './syntax/rule-syntax.ts'

/** A rule that has been checked and is ready to run. */
export type CompiledRule = {
  /** Names of the decoders that pack so; an older version in brackets. */
  readonly decoders: readonly string[]
  /** Canonical signature. */
  readonly signature: string
  readonly selector: Hex
  /** As it was written. */
  readonly rule: Rule
  /** The same as the decoders that pack so write it, each in its own words; `rule` is the first. */
  readonly wordings: readonly Rule[]
  readonly function: AbiFunction
  /** The numbers of entries it can pack. */
  readonly counts: readonly EntryCount[]
  /** Why this packing is not certain; null when it was observed. */
  readonly inferred: string | null
  /** Types and packing by position: rules with the same one give the same bytes. */
  readonly packing: string
  readonly checks: readonly CompiledCheck[]
  readonly pack: PackStep
  /** The reads of the chain that its decoder's terms may name. */
  readonly reads: ReadonlyMap<string, CompiledRead>
  /** True if it reads the calldata byte by byte instead of as arguments. */
  readonly isByteParsed: boolean
  /** True if it reads an order behind the arguments. */
  readonly readsOrder: boolean
}

/** A check that has been compiled. */
export type CompiledCheck = {
  readonly text: string
  readonly condition: WordValue
  readonly error: string | null
}

/**
 * Compiles one rule.
 *
 * @throws {RuleError} when it does not follow the notation.
 */
export function compileRule(decoder: DecoderRules, rule: Rule): CompiledRule {
  const failIn = failInOf(decoder, rule)
  const signed = withTypeErrors(rule.signature, failIn, () => parseSignature(rule.signature))
  const parameters = locatedOf(signed.inputs, () => 4, { label: () => '', key: '$', loops: [] })
  if (parameters.kind !== 'record') return failIn(rule.signature)(0, 'it has no parameters')
  const scope: RuleScope = { records: [parameters], counters: new Map() }
  const lets = new Map<string, RuleNode>()
  for (const [key, text] of Object.entries(rule.let ?? {})) {
    lets.set(key, parseExpression(text, failIn(text)))
  }
  const used = { loops: 0, frames: 0, depth: 0, isByteParsed: false, readsOrder: false }
  const reads = readsOf(decoder, failIn)
  const shared = { reads, lets, used }
  const contextFor = (text: string): RuleContext => ({ ...shared, fail: failIn(text) })
  const pack = withTypeErrors(rule.packs, failIn, () => {
    const terms = parseTerms(rule.packs, failIn(rule.packs))
    return stepOf(contextFor(rule.packs), scope, terms)
  })
  const checks = (rule.checks ?? []).map((text) => {
    const check: RuleCheck = parseCheck(text, failIn(text))
    const condition = withTypeErrors(text, failIn, () =>
      buildWord(contextFor(text), scope, check.condition),
    )
    if (condition.type !== 'bool') failIn(text)(0, 'a check is a comparison')
    return { text, condition, error: check.error }
  })
  return {
    decoders: [decoderNameOf(decoder)],
    signature: signed.canonical,
    selector: selectorOf(signed.canonical),
    rule,
    wordings: [rule],
    function: signed,
    counts: pack.counts,
    inferred: rule.inferred ?? null,
    packing: `${signed.canonical}>${rule.memory ? 'memory>' : ''}${pack.key}`,
    checks,
    pack,
    reads,
    isByteParsed: used.isByteParsed,
    readsOrder: used.readsOrder,
  }
}

/** Names a decoder with its version. */
export function decoderNameOf(decoder: DecoderRules): string {
  return decoder.version === undefined ? decoder.decoder : `${decoder.decoder} (${decoder.version})`
}

/**
 * Does work on a rule's signature and blames the rule if it is not valid.
 *
 * @throws {RuleError} when the signature cannot be read.
 */
export function readSigned<Result>(decoder: DecoderRules, rule: Rule, work: () => Result): Result {
  return withTypeErrors(rule.signature, failInOf(decoder, rule), work)
}

type FailIn = (term: string) => (at: number, why: string) => never

function failInOf(decoder: DecoderRules, rule: Rule): FailIn {
  const name = decoderNameOf(decoder)
  return (term) => (at, why) => {
    throw new RuleError({ decoder: name, signature: rule.signature, term }, at, why)
  }
}

function withTypeErrors<Result>(text: string, failIn: FailIn, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof AbiTypeError) return failIn(text)(0, error.shortMessage)
    throw error
  }
}

function readsOf(decoder: DecoderRules, failIn: FailIn): ReadonlyMap<string, CompiledRead> {
  const reads = new Map<string, CompiledRead>()
  for (const [key, rule] of Object.entries(decoder.reads ?? {})) {
    if (Object.hasOwn(ruleFunctions, key)) failIn(key)(0, 'a read has the name of a function')
    const signature = withTypeErrors(rule.function, failIn, () => parseSignature(rule.function))
    const returns = withTypeErrors(rule.returns, failIn, () => parseAbiTuple(rule.returns))
    if (returns.fields.length === 0) failIn(rule.returns)(0, 'a read returns something')
    reads.set(key, { rule, name: signature.name, inputs: signature.inputs, returns })
  }
  return reads
}
