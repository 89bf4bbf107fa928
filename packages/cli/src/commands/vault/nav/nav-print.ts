import { type NavReport, notCovered } from '@vaultwright/check'
import type { Answer, Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTable, printTime } from '../../../terminal/table.ts'

/** Answers with a report: exit code 1 where a flag is raised. */
export function navAnswerOf(report: NavReport): Answer {
  return {
    json: () => ({ ok: report.flags.length === 0, ...report, notCovered }) as unknown as Json,
    text: (style) => printNav(report, style),
    exit: () => (report.flags.length === 0 ? 0 : 1),
  }
}

/** Prints a report: the answer first, then what was counted, and what was not. */
function* printNav(report: NavReport, style: TextStyle): Iterable<string> {
  const { bounds, nav, places, block, flags } = report
  const symbol = printSafely(report.base?.symbol ?? '')
  const say = (amount: string | null) => (amount === null ? 'open' : `${amount} ${symbol}`)
  yield `${style.bold('Is the reported worth within what was counted?')} ${sentenceOf(report)}\n\n`
  const rows = [
    ['reported', report.reported === null ? 'unknown' : `${report.reported} ${symbol}`, ''],
    ['counted, least', say(bounds.lower), percentOf(bounds.gapLower)],
    ['counted, most', say(bounds.upper), percentOf(bounds.gapUpper)],
    ['counted, of what has a price', say(nav.netAssets), percentOf(nav.gapRelative)],
    ['fees owed, taken off', say(nav.feesOwed), ''],
  ]
  const columns = [{ title: '' }, { title: 'worth', align: 'right' }, { title: 'gap' }] as const
  yield* printTable(columns, rows, style)
  yield '\n'
  yield* printTable(holdingColumns, report.holdings.map(cellsOf), style)
  yield '\n'
  for (const { flag, reason } of flags) yield `${style.yellow(flag)}  ${printSafely(reason)}\n`
  for (const { side, reason } of bounds.open)
    yield `${side === 'lower' ? 'the least is open' : 'the most is open'}: ${printSafely(reason)}\n`
  yield `${places.read} places hold something, ${places.empty} are empty, ${places.failed.length} could not be read; ${places.rootCount} roots were ever set, ${places.missingTrees.length} have no tree here\n`
  for (const root of places.missingTrees) yield `  no tree: ${root}\n`
  for (const { reader, reasons } of places.failed)
    yield `  not read, ${reader}: ${printSafely(reasons[0] ?? '')}\n`
  for (const { reason, target, signature } of [...places.noReader, ...places.anywhere])
    yield `  ${reason === 'no_reader' ? 'no reader' : 'anywhere'}: ${printSafely(signature)} of ${target}\n`
  for (const { token, owner, spender, pullable, isNamed } of report.allowances)
    yield `${isNamed ? 'allowance' : style.yellow('allowance')}  ${spender} may pull ${pullable ?? 'an unknown amount'} base units of ${token} from ${owner}${isNamed ? '' : '; no leaf in force names it'}\n`
  if (report.allowanceNote !== null) yield `${printSafely(report.allowanceNote)}\n`
  yield '\nNot covered:\n'
  for (const sentence of notCovered) yield `  ${sentence}\n`
  yield style.dim(`${trustOf(report)}\n`)
  yield style.dim(`block ${block.number} of ${printTime(BigInt(block.atUnix))}, ${block.hash}\n`)
}

const holdingColumns = [
  { title: 'held or owed' },
  { title: 'amount', align: 'right' },
  { title: 'worth', align: 'right' },
  { title: 'moved by' },
  { title: 'price by' },
] as const

type Movable = NavReport['holdings'][number]['movable']

function cellsOf({
  protocol,
  asset,
  amount,
  worth,
  reason,
  movable,
  prices,
}: NavReport['holdings'][number]) {
  const sources = prices.map(
    ({ source, isProven }) => `${shortOf(source)} ${isProven ? 'proven' : 'told'}`,
  )
  const priced = sources.length === 0 ? 'itself' : [...new Set(sources)].join(', ')
  const price = worth === null ? (reason ?? '') : priced
  return [
    `${protocol} ${printSafely(asset.symbol)}`,
    amount ?? '?',
    worth ?? 'unknown',
    movableText(movable),
    printSafely(price),
  ]
}

function sentenceOf(report: NavReport): string {
  const { answer, bounds, places, unprovenBecause } = report
  const ofRead = places.isComplete ? '' : ' Not all was looked at.'
  const open = unprovenBecause.length === 0 ? '' : ' Not proven.'
  const limits = `${ofRead}${open}`
  switch (answer) {
    case 'within':
      return `Yes${hasToldPrice(report) ? ', if the prices that were told are right' : ''}.${limits}`
    case 'above':
      return `No: it is ${percentOf(bounds.gapUpper).replace('-', '')} more than the most.${limits}`
    case 'below':
      return `No: it is ${percentOf(bounds.gapLower)} less than the least.${limits}`
    case 'unknown':
      return `Not known: ${bounds.open[0]?.reason ?? 'what is reported could not be read.'}${limits}`
  }
}

function hasToldPrice({ holdings }: NavReport): boolean {
  return holdings.some(({ prices }) => prices.some(({ isProven }) => !isProven))
}

function movableText({ kind, leastWorth, executed }: Movable): string {
  const moves = executed.flatMap(({ sizePercent, movedBps }) =>
    movedBps === null ? [] : `${sizePercent} % in: ${movedBps} bps`,
  )
  return [kind, ...(leastWorth === null ? [] : [`least ${leastWorth}`]), ...moves].join(', ')
}

/** A source by the ends of its address. */
function shortOf(source: string): string {
  return source.replace(/0x[0-9a-fA-F]{40}/, (name) => `${name.slice(0, 6)}…${name.slice(-4)}`)
}

/** A fraction of the reported worth as a percentage, cut after two places. */
function percentOf(fraction: string | null): string {
  if (fraction === null) return ''
  const [whole = '0', places = ''] = fraction.replace('-', '').split('.')
  const digits = `${whole}${places.padEnd(4, '0').slice(0, 4)}`
  const hundredths = String(BigInt(digits)).padStart(3, '0')
  const sign = fraction.startsWith('-') ? '-' : ''
  return `${sign}${hundredths.slice(0, -2)}.${hundredths.slice(-2)} %`
}

function trustOf({ unprovenBecause, prices }: NavReport): string {
  if (unprovenBecause.length > 0) return unprovenBecause.join(' ')
  const count = prices.filter(({ isProven }) => !isProven).length
  const word = count === 1 ? 'price is' : 'prices are'
  return `Balances, positions, supply and rate follow from the hash of the block; ${count} ${word} told, the others are what contracts say there.`
}
