import { canonicalSignatureOf } from '../abi/abi-type.ts'
import type { DecoderRules, Rule } from './rule.ts'
import { type CompiledRule, compileRule, decoderNameOf, readSigned } from './rule-compile.ts'
import { RuleError } from './syntax/rule-error.ts'
import { selectorsOf } from './syntax/rule-selector.ts'

/** The rules of many decoders, found by selector or by decoder. */
export type RuleBook = {
  /** By selector: what the decoders do with the function, compiled when first asked for. */
  readonly groups: ReadonlyMap<string, RuleGroup>
  /** By decoder: the selectors of its functions, inherited ones included. */
  readonly decoders: ReadonlyMap<string, readonly string[]>
}

/** The rules for one selector. */
export type RuleGroup = { readonly rules: readonly CompiledRule[] }

/** A rule and all decoders that have it. */
type RuleSource = { readonly decoder: DecoderRules; readonly rule: Rule; readonly names: string[] }

/**
 * Checks and compiles the rules of decoders.
 *
 * Rules of several decoders that check and pack the same by position become one that names them all.
 *
 * @param decoders - any order; what one inherits must be among them.
 * @throws {RuleError} when one does not follow the notation, a decoder is there twice or inherits an
 * unknown one, or two parents pack the same function differently.
 */
export function buildRuleBook(decoders: readonly DecoderRules[]): RuleBook {
  const book = openRuleBook(decoders)
  for (const group of book.groups.values()) group.rules
  return book
}

/**
 * Opens the rules of decoders and checks each function's when it is first asked for.
 *
 * For rules that a test has checked before: opening costs a tenth of building.
 *
 * @param decoders - any order; what one inherits must be among them.
 * @throws {RuleError} as `buildRuleBook` does, some of them only when a function is asked for.
 */
export function openRuleBook(decoders: readonly DecoderRules[]): RuleBook {
  const described: DecoderSources = { decoders: new Map(), own: new Map() }
  for (const decoder of decoders) {
    const name = decoderNameOf(decoder)
    if (described.decoders.has(name)) fail(name, '', 'the decoder is described twice')
    described.decoders.set(name, decoder)
    described.own.set(name, sourcesOf(decoder))
  }
  const sourcesBy = new Map<string, ReadonlyMap<string, readonly RuleSource[]>>()
  const bySignature = new Map<string, Set<RuleSource>>()
  for (const name of described.decoders.keys()) {
    const sources = allSourcesOf(name, described, [])
    sourcesBy.set(name, sources)
    for (const [signature, list] of sources) {
      const signatureSources = bySignature.get(signature) ?? new Set<RuleSource>()
      bySignature.set(signature, signatureSources)
      for (const source of list) {
        source.names.push(name)
        signatureSources.add(source)
      }
    }
  }
  const selectors = selectorsOf([...bySignature.keys()])
  const selectorFor = (signature: string) => selectors.get(signature) ?? ''
  const bySelector = new Map<string, RuleSource[]>()
  for (const [signature, sources] of bySignature) {
    const rules = bySelector.get(selectorFor(signature)) ?? []
    bySelector.set(selectorFor(signature), [...rules, ...sources])
  }
  const groups = new Map<string, RuleGroup>()
  for (const [selector, sources] of bySelector) groups.set(selector, groupOf(sources))
  const byDecoder = new Map<string, readonly string[]>()
  for (const [name, sources] of sourcesBy) {
    byDecoder.set(name, [...sources.keys()].map(selectorFor))
  }
  return { groups, decoders: byDecoder }
}

/**
 * Finds the rules for a function, of all decoders and versions.
 *
 * @param selector - 4 bytes as hex, either case.
 * @returns the different rules; none when no decoder has the function.
 */
export function rulesFor(book: RuleBook, selector: string): readonly CompiledRule[] {
  return (book.groups.get(selector) ?? book.groups.get(selector.toLowerCase()))?.rules ?? []
}

/**
 * Finds the rules of one decoder.
 *
 * @param decoder - its name, version in brackets where it has one.
 * @returns its rules with the inherited ones; none when it is not known.
 */
export function rulesOfDecoder(book: RuleBook, decoder: string): readonly CompiledRule[] {
  const selectors = book.decoders.get(decoder) ?? []
  return selectors.flatMap((selector) =>
    rulesFor(book, selector).filter((rule) => rule.decoders.includes(decoder)),
  )
}

/**
 * Tells whether a rule can pack a number of entries.
 *
 * @param count - entries of 20 bytes, the drone's target not counted.
 * @returns true when some calldata makes it pack so many.
 */
export function canPack(rule: CompiledRule, count: number): boolean {
  return rule.counts.some(
    ({ least: minimum, isOpen }) => count === minimum || (isOpen && count > minimum),
  )
}

type DecoderSources = {
  readonly decoders: Map<string, DecoderRules>
  /** Each decoder's own rules by canonical signature. */
  readonly own: Map<string, ReadonlyMap<string, RuleSource>>
}

function sourcesOf(decoder: DecoderRules): ReadonlyMap<string, RuleSource> {
  const sources = new Map<string, RuleSource>()
  for (const rule of decoder.functions) {
    const signature = readSigned(decoder, rule, () => canonicalSignatureOf(rule.signature))
    if (sources.has(signature))
      fail(decoderNameOf(decoder), signature, 'the function is there twice')
    sources.set(signature, { decoder, rule, names: [] })
  }
  return sources
}

/** Gathers what a decoder does by signature: its own rules, else those of its parents. */
function allSourcesOf(
  name: string,
  described: DecoderSources,
  children: readonly string[],
): ReadonlyMap<string, readonly RuleSource[]> {
  if (children.includes(name)) fail(name, '', 'the decoder inherits itself')
  const sources = described.own.get(name) ?? new Map<string, RuleSource>()
  const gathered = new Map<string, RuleSource[]>()
  for (const [signature, source] of sources) gathered.set(signature, [source])
  for (const parent of described.decoders.get(name)?.inherits ?? []) {
    if (!described.decoders.has(parent)) fail(name, '', `it inherits ${parent}, which is unknown`)
    for (const [signature, list] of allSourcesOf(parent, described, [...children, name])) {
      if (sources.has(signature)) continue
      const existing = gathered.get(signature)
      if (existing === undefined) gathered.set(signature, [...list])
      else for (const source of list) if (!existing.includes(source)) existing.push(source)
    }
  }
  return gathered
}

function groupOf(sources: readonly RuleSource[]): RuleGroup {
  let rules: readonly CompiledRule[] | null = null
  return {
    get rules() {
      rules ??= mergedOf(sources)
      return rules
    },
  }
}

/** Compiles what the decoders do with one function; those that do the same become one. */
function mergedOf(sources: readonly RuleSource[]): readonly CompiledRule[] {
  const merged = new Map<string, CompiledRule>()
  for (const { decoder, rule, names } of sources) {
    const compiled = compileRule(decoder, rule)
    const key = identityOf(compiled)
    const existing = merged.get(key)
    const all = new Set([...(existing?.decoders ?? []), ...names])
    const wordings = wordingsOf(existing, rule)
    merged.set(key, { ...(existing ?? compiled), wordings, decoders: [...all] })
  }
  const visited = new Set<string>()
  for (const { decoders, signature } of merged.values()) {
    for (const name of decoders) {
      const reason = 'two parents pack it differently and it does not say which counts'
      if (visited.has(`${name} ${signature}`)) fail(name, signature, reason)
      visited.add(`${name} ${signature}`)
    }
  }
  return [...merged.values()]
}

/** Adds a rule to those that do the same, unless one says it in the same words. */
function wordingsOf(earlier: CompiledRule | undefined, rule: Rule): readonly Rule[] {
  const before = earlier?.wordings ?? []
  const isKnown = before.some(
    ({ signature, packs }) => signature === rule.signature && packs === rule.packs,
  )
  return isKnown ? before : [...before, rule]
}

function identityOf(rule: CompiledRule): string {
  const checks = rule.checks.map(({ condition, error }) => `${condition.key}:${error}`)
  return `${rule.packing}|${checks.join('|')}|${rule.inferred ?? ''}`
}

function fail(decoder: string, signature: string, why: string): never {
  throw new RuleError({ decoder, signature, term: '' }, 0, why)
}
