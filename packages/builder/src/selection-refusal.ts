import { type AbiValue, positionsOfLeaf } from '@vaultwright/manager'
import { type Action, isComplete, type Parameter, type Permission } from '@vaultwright/protocols'
import type { Column } from './column.ts'
import type { Combination } from './combination.ts'
import { groundOf, type TreeContext } from './ground.ts'
import { labelOf } from './label.ts'
import { missingLeaf } from './nearest-leaf.ts'
import { type Problem, problemAt } from './problem.ts'
import { lack, type Reason } from './route.ts'
import { textOfValue } from './value-text.ts'
import { wantedLeafOf } from './wanted-leaf.ts'

/** Where a request stands, for its problems. */
export type RequestPlace = { readonly context: TreeContext; readonly loc: Problem['loc'] }

/** What was given, against what is permitted. */
export type Mixture = {
  readonly action: Action
  readonly columns: readonly Column[]
  readonly direct: Readonly<Record<string, AbiValue>>
  readonly place: RequestPlace
  /** What is left was narrowed by calldata that was given. */
  readonly isPassed: boolean
}

/**
 * Says why nothing fits: a value that is no choice, or choices that do not go together.
 *
 * @param combinations - that are permitted; at least one.
 * @param mixture - what was given.
 * @returns at least one problem; it names the missing leaf where the values tell it.
 */
export function refusalsOf(
  combinations: readonly Combination[],
  { action, columns, direct, place, isPassed }: Mixture,
): readonly Problem[] {
  const near = nearestOf(combinations, direct)
  const missing = missingOf(action, { ...near.values, ...direct }, place)
  const strangers = columns.flatMap((column): readonly Problem[] => {
    const value = direct[column.name]
    if (value === undefined || column.isPartial) return []
    const texts = new Set(combinations.map((one) => one.texts[column.name]!))
    const text = textOfValue(value)
    if (texts.has(text)) return []
    const told = isPassed && column.texts.includes(text)
    return [
      problemAt(place, column.name, {
        type: told ? 'calldata_differs' : 'enum',
        msg: told
          ? `The calldata says ${[...texts].join(' or ')}.`
          : `${nameOf(action.parameters[column.name] ?? null, text, place)} is not permitted. ${choicesText(action, column, place)}${missing.text}`,
        input: text,
        ctx: { expected: [...texts], ...missing.facts },
      }),
    ]
  })
  if (strangers.length > 0) return strangers
  const said = columns.filter(({ name }) => direct[name] !== undefined)
  const differing = said.filter(
    ({ name }) => near.texts[name] !== undefined && near.texts[name] !== textOfValue(direct[name]!),
  )
  const wish = said.map(
    ({ name }) =>
      `${name} ${nameOf(action.parameters[name] ?? null, textOfValue(direct[name]!), place)}`,
  )
  const instead = differing.map(
    ({ name }) => `${name} ${nameOf(action.parameters[name] ?? null, near.texts[name]!, place)}`,
  )
  return [
    {
      loc: [...place.loc, 'params'],
      msg: `These do not go together: ${wish.join(', ')}. Nearest is ${instead.join(', ')}.${missing.text}`,
      type: 'combination',
      ctx: { nearest_combination: near.texts, ...missing.facts },
    },
  ]
}

/** The leaf that the tree lacks for a wish, what was not said taken from the nearest that is permitted. */
function missingOf(
  action: Action,
  values: Readonly<Record<string, AbiValue>>,
  { context }: RequestPlace,
): Reason {
  const leaf = wantedLeafOf(action, values, context)
  if (leaf === null) return { text: '', facts: {} }
  const [slot] = positionsOfLeaf(context.tree, leaf)
  const partial = (groundOf(context).permissions.get(action.route) ?? []).find(
    (one) => !isComplete(one) && slot !== undefined && standsAt(one, slot),
  )
  if (slot !== undefined && partial === undefined) return { text: '', facts: {} }
  const { text, facts } =
    partial === undefined ? missingLeaf(context.tree, leaf) : lack(partial, context)
  return { text: ` ${text}`, facts }
}

function standsAt({ plain, valued }: Permission, slot: number): boolean {
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

/**
 * Asks for the parameters in which what is left differs, and of which nothing was said.
 *
 * @param fitting - what is left.
 * @param mixture - what was given.
 * @returns a problem for each; none when what is left is the same.
 */
export function openColumns(
  fitting: readonly Combination[],
  { action, columns, direct, place }: Mixture,
): readonly Problem[] {
  const open = columns.filter(({ name }) => {
    if (direct[name] !== undefined || fitting.length === 0) return false
    return fitting.some(({ texts }) => texts[name] !== fitting[0]!.texts[name])
  })
  const asked = open.filter(({ isDetermined, isPartial }) => !isDetermined && !isPartial)
  return (asked.length > 0 ? asked : open).map((column) => {
    const texts = [...new Set(fitting.flatMap(({ texts }) => texts[column.name] ?? []))]
    return problemAt(place, column.name, {
      type: asked.length > 0 ? 'missing' : 'ambiguous',
      msg: `It is not said, and several are permitted. ${choicesText(action, { ...column, texts }, place)}`,
      ctx: { choices: texts },
    })
  })
}

function choicesText(
  action: Action,
  { name, texts }: Pick<Column, 'name' | 'texts'>,
  place: RequestPlace,
): string {
  const shown = texts
    .slice(0, 8)
    .map((text) => nameOf(action.parameters[name] ?? null, text, place))
  const more = texts.length > shown.length ? ` and ${texts.length - shown.length} more` : ''
  return `Choose from ${shown.join(', ')}${more}.`
}

function nameOf(parameter: Parameter | null, text: string, { context }: RequestPlace): string {
  const label = labelOf(parameter, text, context)
  return label === null ? text : `${label} (${text})`
}
