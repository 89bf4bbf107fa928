import {
  type AbiType,
  argumentsOf,
  type CompiledRule,
  canPack,
  parseSignature,
  type RuleArgument,
} from '@vaultwright/manager'
import type { Action } from '../action/action.ts'
import { meaningsOf } from '../meaning/action-sample.ts'
import { guessedMeaningOf } from '../meaning/argument-meaning.ts'
import type { ArgumentUse } from '../meaning/argument-use.ts'
import { type ArgumentRole, roleOf } from './role.ts'
import { labelsFor, shapeOf } from './rule-shape.ts'

/** One argument of the call that a leaf permits: who chooses it, and what it is for. */
export type LeafArgument = {
  /** In the function's own names, `[]` for all items of a list. */
  readonly path: string
  readonly type: string
  /** `bound` by the leaf, `checked` by the decoder, `free` for the caller: the loosest of the rules that fit. */
  readonly state: RuleArgument['state']
  /** True if the leaf or the check leaves one value. */
  readonly isWhole: boolean
  readonly checks: readonly string[]
  readonly reads: readonly string[]
  readonly use: ArgumentUse
  /** The role of an account in the call: it spends, it receives, or something else. */
  readonly role: ArgumentRole
  /** No action says what it is for: its name and type do. */
  readonly isGuessed: boolean
  /** The leaf's arguments that hold it. */
  readonly entries: readonly number[]
  /** Decoders whose rules leave it looser than others that fit do; empty where all agree. */
  readonly looseIn: readonly string[]
}

/** The rules that can pack a leaf, and the arguments of its call. */
export type ReadArguments = {
  readonly rules: readonly CompiledRule[]
  readonly args: readonly LeafArgument[]
}

/**
 * Tells of each argument of a function who chooses it: the loosest of the rules that fit counts.
 *
 * @param count - how many arguments the leaf has, without a drone's; null where no leaf is known: all rules count.
 * @param action - what the leaf is read as, if anything.
 * @returns in the order of the signature; none for a function that no rule knows.
 */
export function leafArgumentsOf(
  selectorRules: readonly CompiledRule[],
  count: number | null,
  action: Action | null,
): ReadArguments {
  const rules = selectorRules.filter(
    (rule) =>
      count === null || (canPack(rule, count) && labelsFor(shapeOf(rule.rule), count) !== null),
  )
  const [first] = rules
  if (first === undefined) return { rules, args: [] }
  const meanings = action === null ? null : meaningsOf(action)
  const names = action === null ? [] : pathsOf('', parseSignature(action.signature).inputs)
  const all = rules.map(argumentsOf)
  const labels = count === null ? [] : (labelsFor(shapeOf(first.rule), count) ?? [])
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

/** Lists paths of words and bytes in the order of `argumentsOf`, list items of fixed length by their number. */
export function pathsOf(path: string, type: AbiType): readonly string[] {
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
