import { type Address, isSameAddress } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { printTrusted } from '@vaultwright/registry'
import type { RiskSeverity } from '../risk/severity.ts'
import type { TreeComparison } from './comparison.ts'
import { type DiffSet, expandSet, type SetLeafSide } from './diff-set.ts'
import { isDecoderOnly, type SetLine } from './set-line.ts'
import { callText, type SetWords, setText } from './set-text.ts'
import { joinCalls } from './summary-line.ts'

/** The danger of a line: a way out by its severity, less that is bound, or a new account that receives. */
export type LineDanger = RiskSeverity | 'binds_less' | 'new_account'

/** A line of a comparison as two columns: what was permitted, and what is. */
export type LineSides = {
  readonly kind: DiffSet['kind']
  /** The actions, or the function where no action describes them. */
  readonly calls: string
  /** The accounts that are called. */
  readonly target: string
  /** A sentence a set; empty where nothing was permitted. */
  readonly before: readonly string[]
  /** A sentence a set; empty where nothing is permitted. */
  readonly after: readonly string[]
  /** Leaves that it stands for, with the approvals that its actions need. */
  readonly leaves: number
  /** The worst first; empty where neither a way out opens, nor less is bound, nor a new account receives. */
  readonly dangers: readonly LineDanger[]
}

const order: readonly LineDanger[] = [
  'critical',
  'high',
  'unknown',
  'binds_less',
  'new_account',
  'medium',
  'low',
  'info',
]

/**
 * Lays a comparison out in two columns, the lines in the order of the summary.
 *
 * @param after - the later tree.
 */
export function lineSidesOf(
  { summary, callouts }: TreeComparison,
  after: TreeFile,
  words: SetWords,
): readonly LineSides[] {
  const dangersBySlot = new Map<number, LineDanger[]>()
  const mark = (positions: readonly number[], danger: LineDanger) => {
    for (const slot of positions)
      dangersBySlot.set(slot, [...(dangersBySlot.get(slot) ?? []), danger])
  }
  for (const { positions, severity } of summary.risk.opened) mark(positions, severity)
  for (const { positions } of summary.losses) mark(positions, 'binds_less')
  for (const { positions } of [...callouts.recipients, ...callouts.spenders])
    mark(positions, 'new_account')
  const dangers = new Map<string, readonly LineDanger[]>()
  for (const [slot, matches] of dangersBySlot) {
    const leaf = after.tree.leaves[slot]
    if (leaf === undefined) continue
    const key = keyOf(leaf)
    dangers.set(key, [...(dangers.get(key) ?? []), ...matches])
  }
  return summary.lines.map((line) => sidesOf(line, summary.sets, { words, dangers }))
}

type Reading = {
  readonly words: SetWords
  readonly dangers: ReadonlyMap<string, readonly LineDanger[]>
}

function sidesOf(line: SetLine, all: readonly DiffSet[], { words, dangers }: Reading): LineSides {
  const sets = line.sets.map((index) => all[index]!)
  const approvals = line.approvals.map((index) => all[index]!)
  const first = sets[0]!
  const matches = new Set(
    [...sets, ...approvals]
      .flatMap(expandSet)
      .flatMap(({ after }) => (after === null ? [] : (dangers.get(keyOf(after)) ?? []))),
  )
  // Sets of one line have the same accounts and values: they differ in their action alone.
  const textsOf = (side: 'before' | 'after') => [
    ...new Set(sets.flatMap((set) => sideText(set, side, words) ?? [])),
  ]
  return {
    kind: first.kind,
    calls: joinCalls([...new Set(sets.map(callText))]),
    target: first.kind === 'described' || isDecoderOnly(first) ? '' : setText(first, words).target,
    before: textsOf('before'),
    after: textsOf('after'),
    leaves: [...sets, ...approvals].reduce((sum, { leaves }) => sum + leaves, 0),
    dangers: order.filter((danger) => matches.has(danger)),
  }
}

/** The text of what a set permits on one side; null where it permits nothing there. */
function sideText(set: DiffSet, side: 'before' | 'after', words: SetWords): string | null {
  const ownSide = set[side]
  if (ownSide === null) return null
  if (set.kind === 'described') return 'the same permission, in otherSide words'
  const isOtherDecoder =
    set.before !== null &&
    set.after !== null &&
    !isSameAddress(set.before.decoder, set.after.decoder)
  const parts = [
    isDecoderOnly(set) ? 'the same values' : setText(oneSideOf(set, side), words).values,
    ownSide.canSendValue ? 'with native coin' : '',
    isOtherDecoder ? `decoder ${nameOf(ownSide.decoder, words)}` : '',
  ].filter((text) => text !== '')
  return parts.length === 0 ? 'permitted' : parts.join(', ')
}

/** A set as its one side alone has it. */
function oneSideOf(set: DiffSet, side: 'before' | 'after'): DiffSet {
  const otherSide = side === 'before' ? 'after' : 'before'
  return {
    ...set,
    values: set.values.map((values) => {
      const keptIndices = values.parameters.flatMap((parameter, index) =>
        parameter.side === otherSide ? [] : [index],
      )
      return {
        ...values,
        parameters: keptIndices.map((index) => ({
          ...values.parameters[index]!,
          side: 'both' as const,
        })),
        readings: values.readings.map((reading) => keptIndices.map((index) => reading[index]!)),
      }
    }),
  }
}

function nameOf(address: Address, words: SetWords): string {
  return printTrusted(address, words.names, words)
}

function keyOf({ decoder, target, signature, canSendValue, arguments: list }: SetLeafSide): string {
  return `${decoder} ${target} ${signature} ${canSendValue} ${list.join()}`.toLowerCase()
}
