import {
  type ActAnswer,
  bridgeSentences,
  changesAhead,
  controlHeadline,
  delayText,
  fewestKeys,
  keysText,
  notSeen,
  shortText,
  stepTexts,
} from '@vaultwright/access-control'
import { flag } from '../../../command/command.ts'
import { printFindings } from '../../../print/tree.ts'
import type { Config } from '../../../terminal/env.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, wrapWords } from '../../../terminal/table.ts'
import {
  actText,
  type ControlView,
  policySentence,
  printControl,
  severities,
  wayText,
} from './control-print.ts'

/** The option that prints what a screen leaves out. */
export const allOption = flag(
  'Print every line in full: each act with its path, each remark; without it the answer fits a screen',
)

/** Prints an answer for a person: in full with `--all`, else for a screen. */
export function printControlText(
  view: ControlView,
  { all, wide }: { readonly all: boolean; readonly wide: boolean },
  { style, config }: { readonly style: TextStyle; readonly config: Pick<Config, 'pageColumns'> },
): Iterable<string> {
  if (all) return printControl(view, style)
  const columns = wide ? Number.POSITIVE_INFINITY : config.pageColumns
  return printControlScreen(view, columns, style)
}

/** The lines that an answer takes at most, where no policy adds findings. */
const screenLines = 40

/** Powers are printed in so many lines at least, whatever stands beside them. */
const minimumLines = 12

/**
 * Prints an answer so that it fits a screen: one sentence, the powers by worst, those of the same keys together, and
 * what they rest on. What does not fit is counted and named; `--all` prints each act with its path.
 */
function* printControlScreen(
  view: ControlView,
  columns: number,
  style: TextStyle,
): Iterable<string> {
  const { answer, findings = null } = view
  const tail = [...remarkLines(view, columns, style)]
  const room = { columns, lines: Math.max(minimumLines, screenLines - tail.length - 3) }
  yield `${style.bold(controlHeadline(answer))}\n\n`
  yield* printHoldings(holdingsOf(view), room, style)
  yield '\n'
  if (findings !== null) {
    yield `${policySentence(findings)}\n`
    yield* printFindings(findings, { style, all: false })
    yield '\n'
  }
  yield* tail
}

/** Acts that the same keys do at the same delays, by a way that begins alike. */
type Holding = {
  /** Worst first. */
  readonly acts: readonly ActAnswer[]
  readonly names: readonly string[]
  /** The steps that all their paths begin with; the path of the worst act where they share the keys alone. */
  readonly way: string
}

function keyCountOf({ path }: ActAnswer): number {
  return path.filter(({ rule }) => rule === 'key').length
}

/** Joins acts by who does them; the worst act first, and among equals what takes fewer keys. */
function holdingsOf({ answer, reading }: ControlView): readonly Holding[] {
  const groups = new Map<string, { acts: ActAnswer[]; paths: (readonly string[])[] }>()
  for (const row of answer.acts) {
    const steps = stepTexts(row.path, reading.state)
    const id = `${wayText(row)} ${steps[0]}`
    const group = groups.get(id) ?? { acts: [], paths: [] }
    group.acts.push(row)
    group.paths.push(steps)
    groups.set(id, group)
  }
  const holdings = [...groups.values()].map(({ acts, paths }) => {
    const [first] = paths as [readonly string[]]
    const length = first.findIndex((step, at) => paths.some((path) => path[at] !== step))
    const common = length < 0 ? first : first.slice(0, length)
    const isOnlyKeys = common.length <= keyCountOf(acts[0]!)
    const goesOn = paths.some((path) => path.length > common.length)
    const ending = goesOn ? (isOnlyKeys ? ', …' : ' → …') : ''
    return {
      acts,
      names: namesOf(acts, reading),
      way: `${(isOnlyKeys ? first : common).join(' → ')}${first.length === 0 ? '' : ending}`,
    }
  })
  return holdings.sort(
    ({ acts: [left] }, { acts: [right] }) =>
      severities.indexOf(left!.severity) - severities.indexOf(right!.severity) ||
      fewestKeys(left!) - fewestKeys(right!),
  )
}

/** Names acts, each with its contracts where several have it. */
function namesOf(acts: readonly ActAnswer[], reading: ControlView['reading']): readonly string[] {
  const byAct = new Map<string, ActAnswer[]>()
  for (const row of acts) byAct.set(row.act, [...(byAct.get(row.act) ?? []), row])
  return [...byAct.values()].map((rows) => shortText(actText(rows, reading)))
}

function* printHoldings(
  holdings: readonly Holding[],
  { columns, lines: room }: { readonly columns: number; readonly lines: number },
  style: TextStyle,
): Iterable<string> {
  let left = room - 3
  for (const [index, holding] of holdings.entries()) {
    const lines = holdingLines(holding, columns, style)
    if (lines.length > left && index > 0) {
      yield* foldedLines(holdings.slice(index), columns, style)
      return
    }
    left -= lines.length
    yield* lines
  }
}

const markWidth = 10
/** Lines that the acts of one way take. */
const mostPowerLines = 5

/** The mark and the keys with the acts, and below them the way. */
function holdingLines(
  { acts, names, way }: Holding,
  columns: number,
  style: TextStyle,
): readonly string[] {
  const [worst] = acts as [ActAnswer]
  const isOneKey = fewestKeys(worst) < 2 && worst.severity !== 'low'
  const mark = (isOneKey ? worst.severity.toUpperCase() : '').padEnd(markWidth)
  const delay = worst.cuts?.[0]?.delay
  const who = `${keysText(worst)}${delay === undefined ? '' : ` ${delayText(delay)}`}`
  const width = columns - markWidth
  const text = (count: number) => {
    const more = names.length - count
    const end = more === 0 ? '' : `, and ${more} more`
    return `${who}: ${names.slice(0, count).join(', ')}${end}`
  }
  let count = names.length
  const powersOf = () => wrapWords(printSafely(text(count)), width)
  while (count > 1 && powersOf().length > mostPowerLines) count--
  const powers = powersOf()
  const ways = way === '' ? [] : wrapWords(printSafely(way), width)
  return [
    ...powers.map((line, at) => `${at === 0 ? style.red(mark) : ''.padEnd(markWidth)}${line}\n`),
    ...ways.map((line) => `${''.padEnd(markWidth)}${style.dim(line)}\n`),
  ]
}

/** Says what is not printed: how many acts, by how few keys, and which. */
function foldedLines(
  holdings: readonly Holding[],
  columns: number,
  style: TextStyle,
): readonly string[] {
  const acts = holdings.flatMap((holding) => holding.acts)
  const counts = severities
    .map((severity) => [severity, acts.filter((row) => row.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`)
  const short = acts.filter((row) => fewestKeys(row) < 2).length
  const names = [...new Set(acts.map(({ act }) => act.replaceAll('_', ' ')))].join(', ')
  const text = `and ${acts.length} more (${counts.join(', ')}), ${short} of them by one key or none; --all prints them: ${names}`
  return wrapWords(text, columns).map((line) => `${style.dim(line)}\n`)
}

/** The titles of remarks, by their codes. */
const remarkTitles = {
  unknown_code: 'code not known',
  not_complete: 'list not complete',
  definition_word: 'on your word',
  pinned_code: 'on your word',
  limit: 'not looked into',
  delegated_key: 'lends its code',
  safe_module: 'Safe with module',
  safe_guard: 'Safe with guard',
  safe_handler: 'Safe with handler',
  timelock_waiting: 'waits in timelock',
  price_source: 'prices an asset',
  unused_account: 'never used',
} as const

/** Accounts that a line of remarks names. */
const mostNamed = 5
const titleWidth = 19

function* remarkLines(
  { answer, reading, block, hasLogs }: ControlView,
  columns: number,
  style: TextStyle,
): Iterable<string> {
  const pair = (title: string, text: string, paint = (line: string) => line) =>
    wrapWords(printSafely(text), columns - titleWidth).map(
      (line, at) => `${style.dim((at === 0 ? title : '').padEnd(titleWidth))}${paint(line)}\n`,
    )
  const byTitle = new Map<string, string[]>()
  for (const [code, title] of Object.entries(remarkTitles))
    for (const { address, sentence } of reading.notes.filter((note) => note.code === code)) {
      const text = code === 'timelock_waiting' ? `${address}: ${sentence}` : address
      byTitle.set(title, [...new Set([...(byTitle.get(title) ?? []), shortText(text)])])
    }
  for (const [title, texts] of byTitle) {
    const more = texts.length - mostNamed
    const end = more > 0 ? `, and ${more} more` : ''
    yield* pair(title, `${texts.slice(0, mostNamed).join(', ')}${end}`)
  }
  const changes = changesAhead(reading)
  if (changes !== null) yield* pair('when it has run', aheadText(changes))
  for (const sentence of bridgeSentences(answer, reading.state))
    yield* pair('bridge', shortText(sentence), style.yellow)
  if (!hasLogs) yield* pair('logs', 'the node refused them: lists may be incomplete', style.yellow)
  yield* pair('proven from', `block ${block.number}, ${block.hash}`)
  const end = `${notSeen} --all prints every act with its path, and every remark.`
  yield* wrapWords(end, columns).map((line) => `${style.dim(line)}\n`)
}

/** Says in one line what holds when everything that waits has run. */
function aheadText(changes: Exclude<ReturnType<typeof changesAhead>, null>): string {
  if (changes.acts === null) return `cannot say: ${changes.reason}`
  const { acts } = changes
  if (acts.length === 0) return 'every act takes the same keys and delay'
  const parts = [
    ['take less', acts.filter(({ isWeaker }) => isWeaker)] as const,
    ['take other keys or longer', acts.filter(({ isWeaker }) => !isWeaker)] as const,
  ].flatMap(([what, rows]) => {
    const names = [...new Set(rows.map(({ act }) => act.replaceAll('_', ' ')))].join(', ')
    return rows.length === 0 ? [] : [`${rows.length} ${what} (${names})`]
  })
  return `of the acts ${parts.join(', ')}`
}
