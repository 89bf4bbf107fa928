import type { Address } from '@vaultwright/base'
import {
  type AbiType,
  argumentsOf,
  type CompiledRule,
  canPack,
  parseSignature,
  type RuleArgument,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import {
  type Action,
  type ArgumentUse,
  bareOrderRuleBook,
  type Claim,
  guessedMeaningOf,
  meaningsOf,
} from '@vaultwright/protocols'
import { type ArgumentRole, roleOf } from '../leaf/role.ts'
import { labelsFor, shapeOf } from '../leaf/rule-shape.ts'
import type { UsedLeaf } from '../lint/lint-input.ts'

/** One argument of the call that a leaf permits: who chooses it, and what it is for. */
export type LeafArgument = {
  /** In the function's own names, `[]` for all items of a list. */
  readonly path: string
  readonly type: string
  /** `bound` by the leaf, `checked` by the decoder, `free` for the caller: the loosest of the rules that fit. */
  readonly state: RuleArgument['state']
  /** Whether the leaf or the check leaves one value. */
  readonly isWhole: boolean
  readonly checks: readonly string[]
  readonly reads: readonly string[]
  readonly use: ArgumentUse
  /** Who an account is to the call: it spends, it receives, or something else. */
  readonly role: ArgumentRole
  /** No action says what it is for: its name and type do. */
  readonly isGuessed: boolean
  /** Which of the leaf's arguments hold it. */
  readonly entries: readonly number[]
  /** Decoders whose rules leave it looser than others that fit do; empty where all agree. */
  readonly looseIn: readonly string[]
}

/** A leaf read as an action, its arguments with who chooses them. */
export type LeafReading = UsedLeaf & {
  readonly claim: Claim | null
  /** The rules that can pack so many arguments; none for a function that no rule knows. */
  readonly rules: readonly CompiledRule[]
  readonly args: readonly LeafArgument[]
  /** The account that is called, behind the drone where there is one. */
  readonly called: Address
}

/** Reads leaves; one function and one action are worked out once. */
export type LeafReader = (leaf: UsedLeaf, claim: Claim | null) => LeafReading

type ReadingTemplate = Pick<LeafReading, 'rules' | 'args'>

/** Prepares the reading of leaves. */
export function buildLeafReader(rules: RuleBook): LeafReader {
  const memo = new Map<string, ReadingTemplate>()
  return (used, claim) => {
    const { leaf, isDrone } = used
    const count = leaf.arguments.length - (isDrone ? 1 : 0)
    const action = claim?.pattern.action ?? null
    const key = `${leaf.selector} ${count} ${action?.route}`
    let template = memo.get(key)
    if (template === undefined) {
      const read = templateOf(rulesFor(rules, leaf.selector), count, action)
      // What no rule packs may be an order of which the leaf binds nothing: that is worse than unknown.
      const bare = rulesFor(bareOrderRuleBook, leaf.selector)
      template = read.rules.length > 0 ? read : templateOf(bare, count, action)
      memo.set(key, template)
    }
    return {
      ...used,
      ...template,
      claim,
      called: (isDrone ? leaf.arguments.at(-1) : undefined) ?? leaf.target,
    }
  }
}

/** The accounts that a leaf binds for an argument. */
export function boundAccountsOf({ leaf }: LeafReading, argument: LeafArgument): readonly Address[] {
  return argument.entries.map((entry) => leaf.arguments[entry]!)
}

function templateOf(
  selectorRules: readonly CompiledRule[],
  count: number,
  action: Action | null,
): ReadingTemplate {
  const rules = selectorRules.filter(
    (rule) => canPack(rule, count) && labelsFor(shapeOf(rule.rule), count) !== null,
  )
  const [first] = rules
  if (first === undefined) return { rules, args: [] }
  const meanings = action === null ? null : meaningsOf(action)
  const names = action === null ? [] : pathsOf('', parseSignature(action.signature).inputs)
  const all = rules.map(argumentsOf)
  const labels = labelsFor(shapeOf(first.rule), count) ?? []
  const args = argumentsOf(first).map((argument, at): LeafArgument => {
    const same = all.map((list) => list[at] ?? argument)
    const loosest = Math.max(...same.map(loosenessOf))
    const worst = same.find((one) => loosenessOf(one) === loosest)!
    const looseIn = rules.flatMap(({ decoders }, index) =>
      loosenessOf(same[index]!) === loosest ? decoders : [],
    )
    const name = names[at] ?? argument.path
    const { path, type } = argument
    const meaning = meanings?.get(name) ?? guessedMeaningOf({ pattern: path, type })
    return {
      ...worst,
      path,
      use: meaning.use,
      isGuessed: meaning.isGuessed,
      role: meaning.use === 'self' ? 'recipient' : roleOf(path),
      entries: labels.flatMap((label, entry) => (isLabelOf(label, path) ? [entry] : [])),
      looseIn: same.every((one) => loosenessOf(one) === loosest) ? [] : looseIn,
    }
  })
  return { rules, args }
}

function loosenessOf({ state, isWhole }: RuleArgument): number {
  const base = state === 'free' ? 4 : state === 'checked' ? 2 : 0
  return base + (isWhole || state === 'free' ? 0 : 1)
}

/** Paths of words and bytes in the order of `argumentsOf`, list items of fixed length by their number. */
function pathsOf(path: string, type: AbiType): readonly string[] {
  if (type.kind === 'array') {
    return pathsOf(`${path}[${type.length === null ? '' : 0}]`, type.element)
  }
  if (type.kind !== 'tuple') return [path]
  return type.fields.flatMap((field, index) => {
    const name = field.name || String(index)
    return pathsOf(path === '' ? name : `${path}.${name}`, field.type)
  })
}

/** `hi16(order.to)` and `orders[0].to` hold `order.to` and `orders[].to`. */
function isLabelOf(label: string | null, path: string): boolean {
  if (label === null) return false
  const [alternative] = label.split(' or ')
  const inner =
    /^(?:uint160|low20|first20|hi16|lo16)\((.*)\)$/.exec(alternative!)?.[1] ?? alternative!
  return inner.replace(/\[[^\]]*\]/g, '[]').replace(/^odosCompact\(\)\./, '') === path
}
