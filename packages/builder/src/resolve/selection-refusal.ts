import { zeroAddress } from '@vaultwright/base'
import { type AbiValue, type Leaf, positionsOfLeaf } from '@vaultwright/manager'
import {
  type Action,
  type ActionParameter,
  type Binding,
  boundSlotsOf,
  isComplete,
  leafOf,
  type Permission,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import type { Combination } from '../permission/combination.ts'
import { labelOf } from '../permission/label.ts'
import { missingLeaf } from '../permission/nearest-leaf.ts'
import type { ParameterChoices } from '../permission/parameter-choices.ts'
import { permissionIndexOf, type TreeContext } from '../permission/permission-index.ts'
import { missingReason, type Reason } from '../permission/route.ts'
import { textOfValue } from '../value/value-text.ts'
import { type ParameterProblem, problemAt } from './problem.ts'

/** The place of a request, for its problems. */
export type RequestContext = {
  readonly context: TreeContext
  readonly loc: ParameterProblem['loc']
}

/** The input, and the permitted choices. */
export type SelectionInput = {
  readonly action: Action
  readonly choiceLists: readonly ParameterChoices[]
  readonly direct: Readonly<Record<string, AbiValue>>
  readonly scope: RequestContext
  /** True if calldata of the input narrowed the choices. */
  readonly isPassed: boolean
}

/** Says why nothing fits: a value that is not a choice, or choices that do not go together. */
export function refusalsOf(
  combinations: readonly Combination[],
  { action, choiceLists, direct, scope, isPassed }: SelectionInput,
): readonly ParameterProblem[] {
  const near = nearestOf(combinations, direct)
  const missing = missingOf(action, { ...near.values, ...direct }, scope)
  const unpermitted = choiceLists.flatMap((choiceList): readonly ParameterProblem[] => {
    const value = direct[choiceList.name]
    if (value === undefined || choiceList.isPartial) return []
    const texts = new Set(combinations.map((one) => one.texts[choiceList.name]!))
    const text = textOfValue(value)
    if (texts.has(text)) return []
    const isFromCalldata = isPassed && choiceList.texts.includes(text)
    return [
      problemAt(scope, choiceList.name, {
        type: isFromCalldata ? 'calldata_differs' : 'enum',
        msg: isFromCalldata
          ? `The calldata says ${[...texts].join(' or ')}.`
          : `${nameOf(action.parameters[choiceList.name] ?? null, text, scope)} is not permitted. ${choicesText(action, choiceList, scope)}${missing.text}`,
        input: text,
        ctx: { expected: [...texts], ...missing.facts },
      }),
    ]
  })
  if (unpermitted.length > 0) return unpermitted
  const chosenLists = choiceLists.filter(({ name }) => direct[name] !== undefined)
  const differing = chosenLists.filter(
    ({ name }) => near.texts[name] !== undefined && near.texts[name] !== textOfValue(direct[name]!),
  )
  const request = chosenLists.map(
    ({ name }) =>
      `${name} ${nameOf(action.parameters[name] ?? null, textOfValue(direct[name]!), scope)}`,
  )
  const instead = differing.map(
    ({ name }) => `${name} ${nameOf(action.parameters[name] ?? null, near.texts[name]!, scope)}`,
  )
  return [
    {
      loc: [...scope.loc, 'params'],
      msg: `These do not go together: ${request.join(', ')}. Nearest is ${instead.join(', ')}.${missing.text}`,
      type: 'combination',
      ctx: { nearest_combination: near.texts, ...missing.facts },
    },
  ]
}

/** The leaf that the tree lacks for a wish, what was not said taken from the nearest that is permitted. */
function missingOf(
  action: Action,
  values: Readonly<Record<string, AbiValue>>,
  { context }: RequestContext,
): Reason {
  const leaf = wantedLeafOf(action, values, context)
  if (leaf === null) return { text: '', facts: {} }
  const [slot] = positionsOfLeaf(context.tree, leaf)
  const partial = (permissionIndexOf(context).permissions.get(action.route) ?? []).find(
    (one) => !isComplete(one) && slot !== undefined && isInSlot(one, slot),
  )
  if (slot !== undefined && partial === undefined) return { text: '', facts: {} }
  const { text, facts } =
    partial === undefined ? missingLeaf(context.tree, leaf) : missingReason(partial, context)
  return { text: ` ${text}`, facts }
}

function isInSlot({ plain, valued }: Permission, slot: number): boolean {
  return plain?.slot === slot || valued?.slot === slot
}

function nearestOf(
  combinations: readonly Combination[],
  direct: Readonly<Record<string, AbiValue>>,
): Combination {
  const matchesOf = ({ texts }: Combination) =>
    Object.entries(direct).filter(([name, value]) => texts[name] === textOfValue(value)).length
  return combinations.reduce((best, one) => (matchesOf(one) > matchesOf(best) ? one : best))
}

/** Asks for the parameters in which what is left differs, and of which nothing was said. */
export function openChoices(
  fitting: readonly Combination[],
  { action, choiceLists, direct, scope }: SelectionInput,
): readonly ParameterProblem[] {
  const open = choiceLists.filter(({ name }) => {
    if (direct[name] !== undefined || fitting.length === 0) return false
    return fitting.some(({ texts }) => texts[name] !== fitting[0]!.texts[name])
  })
  const openParameters = open.filter(({ isDetermined, isPartial }) => !isDetermined && !isPartial)
  return (openParameters.length > 0 ? openParameters : open).map((choiceList) => {
    const texts = [...new Set(fitting.flatMap(({ texts }) => texts[choiceList.name] ?? []))]
    return problemAt(scope, choiceList.name, {
      type: openParameters.length > 0 ? 'missing' : 'ambiguous',
      msg: `It is missing, and several are permitted. ${choicesText(action, { ...choiceList, texts }, scope)}`,
      ctx: { choices: texts },
    })
  })
}

function choicesText(
  action: Action,
  { name, texts }: Pick<ParameterChoices, 'name' | 'texts'>,
  scope: RequestContext,
): string {
  const shown = texts
    .slice(0, 8)
    .map((text) => nameOf(action.parameters[name] ?? null, text, scope))
  const more = texts.length > shown.length ? ` and ${texts.length - shown.length} more` : ''
  return `Choose from ${shown.join(', ')}${more}.`
}

function nameOf(
  parameter: ActionParameter | null,
  text: string,
  { context }: RequestContext,
): string {
  const label = labelOf(parameter, text, context)
  return label === null ? text : `${label} (${text})`
}

/**
 * Makes the leaf that would permit an action for some values.
 *
 * @returns the leaf for calls without value where there are both; null when a bound value was not given.
 */
function wantedLeafOf(
  action: Action,
  values: Readonly<Record<string, AbiValue>>,
  context: TreeContext,
): Leaf | null {
  const { vault, manager } = context
  const pattern = patternsOf(action, ruleBook).find((one) =>
    [...boundSlotsOf(one)].every((slot) => values[slot] !== undefined),
  )
  if (pattern === undefined) return null
  const [permission] = permissionIndexOf(context).permissions.get(action.route) ?? []
  const decoder = (permission?.plain ?? permission?.valued)?.decoder ?? zeroAddress
  const binding = Object.fromEntries(
    [...boundSlotsOf(pattern)].map((slot) => [slot, values[slot]]),
  ) as Binding
  return leafOf(pattern, binding, { self: vault, manager, decoder, drone: null })
}
