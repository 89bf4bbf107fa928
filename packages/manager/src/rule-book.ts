import type { DecoderRules } from './rule.ts'
import { type CompiledRule, compileRule, decoderNameOf } from './rule-compile.ts'
import { RuleError } from './rule-error.ts'

/** The rules of all decoders, ready to run. */
export type RuleBook = {
  /** Every different rule once, in the order given. */
  readonly rules: readonly CompiledRule[]
  readonly bySelector: ReadonlyMap<string, readonly CompiledRule[]>
  /** The rules of each decoder by its name, inherited ones included. */
  readonly byDecoder: ReadonlyMap<string, readonly CompiledRule[]>
}

/**
 * Checks and compiles the rules of decoders.
 *
 * Rules of several decoders that check and pack the same by position become one that names them all.
 *
 * @param decoders - any order; what one inherits must be among them.
 * @returns the rules by selector and by decoder.
 * @throws {RuleError} when one does not follow the notation, a decoder is there twice or inherits an
 * unknown one, or two parents pack the same function differently.
 */
export function buildRuleBook(decoders: readonly DecoderRules[]): RuleBook {
  const written = new Map<string, DecoderRules>()
  for (const decoder of decoders) {
    const name = decoderNameOf(decoder)
    if (written.has(name)) fail(name, '', 'the decoder is described twice')
    written.set(name, decoder)
  }
  const own = new Map<string, readonly CompiledRule[]>()
  for (const [name, decoder] of written) own.set(name, compileDecoder(decoder))
  const merged = new Map<string, { rule: CompiledRule; names: string[] }>()
  const keysOf = new Map<string, readonly string[]>()
  for (const name of written.keys()) {
    const rules = [...rulesWith(name, { written, own }, []).values()]
    keysOf.set(name, rules.map(identityOf))
    for (const rule of rules) {
      const known = merged.get(identityOf(rule))
      if (known === undefined) merged.set(identityOf(rule), { rule, names: [name] })
      else known.names.push(name)
    }
  }
  const byKey = new Map<string, CompiledRule>()
  const bySelector = new Map<string, CompiledRule[]>()
  for (const [key, { rule, names }] of merged) {
    const whole = { ...rule, decoders: names }
    byKey.set(key, whole)
    const others = bySelector.get(rule.selector)
    if (others === undefined) bySelector.set(rule.selector, [whole])
    else others.push(whole)
  }
  const byDecoder = new Map<string, readonly CompiledRule[]>()
  for (const [name, keys] of keysOf) {
    byDecoder.set(
      name,
      keys.flatMap((key) => byKey.get(key) ?? []),
    )
  }
  return { rules: [...byKey.values()], bySelector, byDecoder }
}

/**
 * Finds the rules for a function, of all decoders and versions.
 *
 * @param book - the rules.
 * @param selector - 4 bytes as hex, either case.
 * @returns the different rules; none when no decoder has the function.
 */
export function rulesFor(book: RuleBook, selector: string): readonly CompiledRule[] {
  return book.bySelector.get(selector) ?? book.bySelector.get(selector.toLowerCase()) ?? []
}

/**
 * Finds the rules of one decoder.
 *
 * @param book - the rules.
 * @param decoder - its name, version in brackets where it has one.
 * @returns its rules with the inherited ones; none when it is not known.
 */
export function rulesOfDecoder(book: RuleBook, decoder: string): readonly CompiledRule[] {
  return book.byDecoder.get(decoder) ?? []
}

/**
 * Tells whether a rule can pack a number of entries.
 *
 * @param rule - of any decoder.
 * @param count - entries of 20 bytes, the drone's target not counted.
 * @returns true when some calldata makes it pack so many.
 */
export function canPack(rule: CompiledRule, count: number): boolean {
  return rule.counts.some(({ least, isOpen }) => count === least || (isOpen && count > least))
}

function compileDecoder(decoder: DecoderRules): readonly CompiledRule[] {
  const rules = decoder.functions.map((rule) => compileRule(decoder, rule))
  const seen = new Set<string>()
  for (const { signature } of rules) {
    if (seen.has(signature)) fail(decoderNameOf(decoder), signature, 'the function is there twice')
    seen.add(signature)
  }
  return rules
}

type Described = {
  readonly written: ReadonlyMap<string, DecoderRules>
  readonly own: ReadonlyMap<string, readonly CompiledRule[]>
}

/** Gathers a decoder's rules by signature: its own, then those of its parents. */
function rulesWith(
  name: string,
  described: Described,
  children: readonly string[],
): ReadonlyMap<string, CompiledRule> {
  const { written, own } = described
  if (children.includes(name)) fail(name, '', 'the decoder inherits itself')
  const inherited = new Map<string, CompiledRule>()
  const mine = new Map((own.get(name) ?? []).map((rule) => [rule.signature, rule]))
  for (const parent of written.get(name)?.inherits ?? []) {
    if (!written.has(parent)) fail(name, '', `it inherits ${parent}, which is not described`)
    for (const [signature, rule] of rulesWith(parent, described, [...children, name])) {
      const other = inherited.get(signature)
      if (other !== undefined && identityOf(other) !== identityOf(rule) && !mine.has(signature)) {
        fail(name, signature, 'two parents pack it differently and it does not say which counts')
      }
      if (other === undefined) inherited.set(signature, rule)
    }
  }
  return new Map([...inherited, ...mine])
}

function identityOf(rule: CompiledRule): string {
  const checks = rule.checks.map(({ condition, error }) => `${condition.key}:${error}`)
  return `${rule.packing}|${checks.join('|')}|${rule.inferred ?? ''}`
}

function fail(decoder: string, signature: string, why: string): never {
  throw new RuleError({ decoder, signature, term: '' }, 0, why)
}
