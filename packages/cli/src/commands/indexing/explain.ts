import {
  type EarlierValue,
  explainReceipt,
  explainValue,
  isProven,
  isRecomputed,
  type OlderFormula,
  type ReceiptCheck,
  recomputeDay,
  type ServedReceipt,
  subjectOf,
  type ValueExplanation,
  type ValueKind,
  valueKinds,
} from '@vaultwright/operations'
import { type AnyReceipt, type RecomputedFigure, readReceipt } from '@vaultwright/valuation'
import { withStore } from '../../admin/open.ts'
import { tenantOptions, withoutUrl } from '../../admin/option.ts'
import { choice, defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readJson } from '../../input/input.ts'
import { type Fields, fieldsOf, ShapeError } from '../../input/shape.ts'
import { isFilled } from '../../setting/filled.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable, printTime, printTimeOrNull } from '../../terminal/table.ts'
import type { VaultOptions } from './environment.ts'
import { printReceipt } from './receipt/receipt.ts'
import { dayMeant, findVault, momentMeant } from './target.ts'

export const command = defineCommand({
  name: 'index explain',
  summary: 'Explain the number of a day, and prove it',
  describe:
    'Shows where the number of a day comes from: what was read at which block, prices with source and time, fees, the formula with its steps, and earlier values. Computes it again from the stored answers of the chain and from the inputs of the receipt; exits with 1 if any of them differs. A value of an older formula is computed again by that one, and shown beside what the newer one gives. With --recompute it computes rate, high-water mark and fees owed of the day by the rules of its accountant, to the wei, beside the receipt. Asks no chain. With --receipt it checks a receipt that an API served, without a database.',
  positionals: {
    vault: { describe: 'Name or address of the vault; not needed with --receipt', optional: true },
    day: { describe: 'Day in UTC, as 2026-01-21', optional: true },
  },
  options: {
    kind: choice(
      valueKinds,
      'daily: growth of the share and its worth; snapshot: what the vault held; performance: seven days; default: daily',
    ),
    'as-of': text('As it was known then, as 2026-02-01T12:00:00Z; default: now', 'time'),
    receipt: text(
      "Check the receipt in this file, or -: an API's answer with explain=true",
      'file',
    ),
    recompute: flag(
      "Compute the accountant's rate and fees of the day from the day before and the day's events",
    ),
    chain: text('The chain, where the vault is on several', 'name'),
    ...tenantOptions,
  },
  without: withoutUrl,
  examples: [
    ["index explain 'Local USD' 2026-01-21", 'Why the share price fell that day'],
    ["index explain 'Local ETH' 2026-02-13 --kind performance", 'What the week is made of'],
    ["index explain 'Local ETH' 2026-02-13 --recompute", "Check the accountant's fees to the wei"],
    ['index explain --receipt answer.json', 'Is what an API served true to its own receipt?'],
  ],
  run: async (args, context) => {
    const explained = await explainRequest(args, context)
    return {
      json: () => explainedJsonOf(explained),
      text: (style) => printExplained(explained, style),
      exit: () => (isSound(explained) ? 0 : 1),
    }
  },
})

/** A value with where it is from, and with the accountant's figures if they were asked for. */
type DayExplanation = ValueExplanation & { readonly figures: readonly RecomputedFigure[] | null }

function isSound(explained: DayExplanation): boolean {
  return (
    isProven(explained) &&
    !(explained.figures ?? []).some((figure) => isRecomputed(figure) === false)
  )
}

type AnyExplainOptions = Omit<IndexExplainOptions, 'vault' | 'day'> & {
  readonly vault: string | undefined
  readonly day: string | undefined
  readonly receipt: string | undefined
}

function explainRequest(options: AnyExplainOptions, context: Context): Promise<DayExplanation> {
  const { vault, day, receipt } = options
  if (receipt === undefined) {
    if (vault !== undefined && day !== undefined)
      return explainStored({ ...options, vault, day }, context)
    const missing = vault === undefined ? '<vault> and <day> are' : '<day> is'
    throw new UsageError(`${missing} missing. Name the vault and a day, or give --receipt.`)
  }
  const givenOptions = (
    ['kind', 'as-of', 'recompute', 'database', 'tenant', 'chain'] as const
  ).filter(
    (name) => options[name] !== undefined && options[name] !== false && !isFilled(options, name),
  )
  if (givenOptions.length > 0) {
    const names = givenOptions.map((name) => `--${name}`).join(', ')
    throw new UsageError(`A receipt says all that there is to it. Leave ${names} out.`)
  }
  // With a receipt the only word, if any, is the day.
  if (day !== undefined) {
    throw new UsageError('With --receipt only a day may be named. Leave the vault out.')
  }
  return explainServed({ receipt, day: vault }, context)
}

type IndexExplainOptions = VaultOptions & {
  readonly vault: string
  readonly day: string
  readonly kind: ValueKind | undefined
  readonly 'as-of': string | undefined
  readonly recompute: boolean
}

/** Explains a value of a day from the database alone, and computes it again in every way there is. */
function explainStored(options: IndexExplainOptions, context: Context): Promise<DayExplanation> {
  const day = dayMeant(options.day, '<day>')
  const asOfUnix = options['as-of'] === undefined ? null : momentMeant(options['as-of'], '--as-of')
  return withStore(options, context, async (store) => {
    const { vault, chain } = await findVault(store, options)
    const query = { store, vault, chain, day, kind: options.kind ?? 'daily', asOfUnix }
    const explained = await explainValue(query)
    return { ...explained, figures: options.recompute ? await recomputeDay(query) : null }
  })
}

/** The receipt, and the day where there are several. */
type ServedOptions = { readonly receipt: string; readonly day: string | undefined }

/**
 * Explains a receipt from a file or a server: an answer of the API with `explain=true`, an entry of it, or the
 * receipt alone. No database and no chain is asked.
 */
async function explainServed(options: ServedOptions, context: Context): Promise<DayExplanation> {
  const day = options.day === undefined ? null : dayMeant(options.day, '<day>')
  const served = servedOf(await readJson(options.receipt, context), options.receipt, day)
  return { ...(await explainReceipt(served)), figures: null }
}

function servedOf(value: unknown, path: string, day: string | null): ServedReceipt {
  const fields = fieldsOf(value, path)
  if ('formula' in fields) return { receipt: parseReceipt(fields, path), entry: null }
  const { data } = fields
  if (!Array.isArray(data)) return entryOf(fieldsOf(data ?? fields, path), path)
  const all = data.map((one, at) => entryOf(fieldsOf(one, `data[${at}]`), `data[${at}]`))
  const meant = all.filter(({ receipt }) => day === null || subjectOf(receipt).day === day)
  if (meant.length === 1) return meant[0]!
  const days = all.map(({ receipt }) => subjectOf(receipt).day)
  throw new UsageError(
    `${path} has ${all.length} receipts, ${meant.length} of them are meant. Name one day of: ${days.join(', ')}.`,
    { days },
  )
}

function entryOf(entry: Fields, place: string): ServedReceipt {
  if (entry.receipt === undefined || entry.receipt === null) {
    throw new ShapeError(`${place}.receipt`, 'a receipt, as explain=true adds it,', entry.receipt)
  }
  return { receipt: parseReceipt(entry.receipt, `${place}.receipt`), entry }
}

/**
 * Reads a receipt from a file or an API.
 *
 * @throws {ShapeError} when it is not a receipt.
 * @throws {UnknownFormulaError} when it names no formula of this version.
 */
export function parseReceipt(value: unknown, name: string): AnyReceipt {
  const result = readReceipt(value)
  if (result.ok) return result.receipt
  const { path, wanted: expectation, found: actual } = result.issue
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  throw new ShapeError(`${name}${place}`, expectation, actual)
}

function explainedJsonOf(explained: DayExplanation): Json {
  const { chain, vault, name, day, kind, asOfUnix, receipt, reading, checks, earlier } = explained
  const { older, figures } = explained
  return {
    ok: isSound(explained),
    chain,
    vault,
    name,
    day,
    kind,
    asOf: printTimeOrNull(asOfUnix),
    reading:
      reading === null
        ? null
        : { ...reading, readAtUnix: undefined, readAt: printTimeOrNull(reading.readAtUnix) },
    olderFormula: older === null ? null : { ...older, differences: [...older.differences] },
    checks: checks.map(({ against, differences, open }) => ({
      against,
      same: open === null ? differences.length === 0 : null,
      differences,
      open,
    })),
    receipt: receipt as unknown as Json,
    recomputed:
      figures?.map((figure) => ({
        figure: figure.figure,
        read: figure.read,
        computed: figure.computed.value,
        same: isRecomputed(figure),
        open: figure.computed.reason,
      })) ?? null,
    earlier: earlier.map(({ kind, sinceUnix, untilUnix, reason, value }) => ({
      kind,
      since: printTimeOrNull(sinceUnix),
      until: printTime(untilUnix),
      reason,
      value: value as Json,
    })),
  }
}

/**
 * Prints an explained value for a person: what was read, each step, what it was compared with, what stood
 * there before.
 */
export function* printExplained(explained: DayExplanation, style: TextStyle): Iterable<string> {
  const { chain, vault, name, day, kind, asOfUnix, receipt, reading, checks, earlier } = explained
  const whose = name === null ? vault : `${printSafely(name)} ${vault}`
  const then = asOfUnix === null ? '' : `, as known at ${printTime(asOfUnix)}`
  yield `${style.bold(day)}  ${kind} of ${whose} on ${chain}${then}\n`
  if (reading !== null) {
    const readText = reading.readAtUnix === null ? '' : `, read at ${printTime(reading.readAtUnix)}`
    yield style.dim(
      `from reading ${reading.digest}, ${reading.calls} calls at one block${readText}\n`,
    )
  }
  yield `\n${style.cyan('what was read')}\n`
  yield* printReceipt(receipt, style)
  yield `\n${style.cyan('computed again')}\n`
  if (explained.older !== null) yield* olderLines(explained.older, style)
  for (const check of checks) yield* checkLines(check, style)
  if (explained.figures !== null) yield* figureLines(explained.figures, style)
  yield* earlierLines(earlier, style)
}

function* figureLines(figures: readonly RecomputedFigure[], style: TextStyle): Iterable<string> {
  yield `\n${style.cyan("computed by the accountant's rules")}\n`
  if (figures.length === 0) return yield 'No accountant was read that day.\n'
  const titles = ['figure', 'read', 'computed', 'result'].map((title) => ({ title }))
  const rows = figures.map((figure) => {
    const { read: valueRead, computed } = figure
    const same = isRecomputed(figure) ? style.green('the same') : style.red('DIFFERENT')
    const result = computed.reason === null ? same : `${style.yellow('open')}: ${computed.reason}`
    return [figure.figure.replaceAll('_', ' '), valueRead, computed.value ?? '', result]
  })
  yield* printTable(titles, rows, style)
}

function* olderLines(
  { formula, current, differences }: OlderFormula,
  style: TextStyle,
): Iterable<string> {
  const same = differences.length === 0 ? ', which computes the same' : '; its result differs at:'
  yield `${style.yellow('older    ')}  computed by an older formula, ${printSafely(formula)}. This release has ${printSafely(current)}${same}\n`
  for (const place of differences) yield `             ${printSafely(place)}\n`
  if (differences.length > 0)
    yield '           vaultwright index replay computes it by the newer one\n'
}

const comparisons = {
  inputs: 'the inputs, which newer code reads otherwise out of the same kept answers of the chain',
  receipt: "from the receipt's own inputs",
  reading: "from the kept answers of the chain: the receipt's inputs and its result",
  value: 'from the kept answers of the chain: the value that is stored',
  answer: "from the receipt's own inputs: what was served beside it",
  holdings: 'net assets, their gap and fees owed that were served beside it',
} as const satisfies Readonly<Record<ReceiptCheck['against'], string>>

function* checkLines(
  { against, differences, open }: ReceiptCheck,
  style: TextStyle,
): Iterable<string> {
  const how = comparisons[against]
  if (open !== null) return yield `${style.yellow('open     ')}  ${how}. ${printSafely(open)}\n`
  if (differences.length === 0) return yield `${style.green('the same ')}  ${how}, bit for bit\n`
  yield `${style.red('DIFFERENT')}  ${how}; first at:\n`
  for (const place of differences) yield `             ${printSafely(place)}\n`
}

function* earlierLines(earlier: readonly EarlierValue[], style: TextStyle): Iterable<string> {
  if (earlier.length === 0) return
  yield `\n${style.cyan('what stood there before')}\n`
  const titles = ['what', 'since', 'until', 'why it went'].map((title) => ({ title }))
  const rows = earlier.map(({ kind, sinceUnix, untilUnix, reason }) => [
    kind,
    printTimeOrNull(sinceUnix) ?? 'not noted',
    printTime(untilUnix),
    reason,
  ])
  yield* printTable(titles, rows, style)
}
