import {
  type ActChange,
  actChangeText,
  diffControl,
  keysText,
  shortText,
} from '@vaultwright/access-control'
import { defineCommand, flag, required, text } from '../../../command/command.ts'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTable, wrapWords } from '../../../terminal/table.ts'
import { controlOptions, readControlAt, vaultWord } from './control-input.ts'
import { actJsonOf } from './control-print.ts'

export const command = defineCommand({
  name: 'control diff',
  summary: 'Show what changed of who can do what, between two blocks',
  describe:
    'Compares who can do what with a vault at two blocks, both proven: every fact that changed (owner, role, threshold, delay, code), and every act that takes other keys or another delay now. The answer is no (exit 1) if an act takes fewer keys or less delay than before.',
  positionals: { vault: vaultWord },
  options: {
    ...controlOptions,
    from: required(text('The earlier block: number, hash, safe or finalized', 'block')),
    all: flag('Print every fact and act in full; without it the answer fits a screen'),
  },
  examples: [
    ['control diff vault.yaml --from 21000000 --chain mainnet', 'What changed since that block?'],
  ],
  run: async (args, context) => {
    const [before, after] = await readControlAt(args, context, {
      blocks: [args.from, args.block],
      mostSets: 1000,
    })
    const diff = diffControl(
      { state: before!.reading.state, answer: before!.answer },
      { state: after!.reading.state, answer: after!.answer },
    )
    const isWeaker = diff.acts.some((act) => act.isWeaker)
    return {
      json: () => ({
        from: { number: before!.block.number, hash: before!.block.hash },
        to: { number: after!.block.number, hash: after!.block.hash },
        weaker: isWeaker,
        facts: diff.facts.map((fact) => ({ ...fact })),
        acts: diff.acts.map(changeJsonOf),
      }),
      text: (style) => {
        if (diff.facts.length === 0) return ['Nothing changed.\n']
        if (args.all) return printDiff(diff, style)
        const columns = args.wide ? Number.POSITIVE_INFINITY : context.config.pageColumns
        return printDiffScreen(diff, columns, style)
      },
      exit: () => (isWeaker ? 1 : 0),
    }
  },
})

function changeJsonOf({ act, target, strategist, before, after, isWeaker }: ActChange): Json {
  return {
    act,
    target,
    strategist,
    weaker: isWeaker,
    before: before === null ? null : actJsonOf(before),
    after: after === null ? null : actJsonOf(after),
  }
}

type Diff = ReturnType<typeof diffControl>

/** Lines of facts, and of acts, that a screen has room for. */
const screenRows = 16

/** Prints what changed for a screen: one sentence, acts that take less first, facts behind them; the remainder as a count. */
function* printDiffScreen({ facts, acts }: Diff, columns: number, style: TextStyle) {
  const weaker = acts.filter(({ isWeaker }) => isWeaker).length
  const headline = `Acts that take less than before: ${weaker}; other keys or more: ${acts.length - weaker}; changed facts: ${facts.length}.`
  yield `${style.bold(headline)}\n\n`
  // What stood before and changed comes before what is new.
  const rankOf = ({ isWeaker, before }: ActChange) => (isWeaker ? 0 : 2) + (before === null ? 1 : 0)
  const worst = [...acts].sort((left, right) => rankOf(left) - rankOf(right))
  const whole = worst.map((change) => {
    const text = shortText(actChangeText(change)).replaceAll('_', ' ')
    return change.isWeaker ? `WEAKER  ${text}` : `        ${text}`
  })
  yield* printSome(whole, 'acts', { columns, style })
  if (whole.length > 0) yield '\n'
  const changed = facts.filter(({ before }) => before !== null)
  const added = facts.filter(({ before }) => before === null)
  const rows = [...changed, ...added].map(({ address, fact, before, after }) =>
    shortText(`${address} ${fact}: ${before ?? 'not there'} → ${after ?? 'not there'}`),
  )
  yield* printSome(rows, 'facts', { columns, style })
}

/** Prints lines while the screen has room, and counts the remainder. */
function* printSome(
  rows: readonly string[],
  what: string,
  { columns, style }: { readonly columns: number; readonly style: TextStyle },
): Iterable<string> {
  let left = screenRows
  for (const [index, row] of rows.entries()) {
    const lines = wrapWords(printSafely(row), columns)
    if (lines.length > left) {
      yield style.dim(`and ${rows.length - index} more ${what}; --all prints them\n`)
      return
    }
    left -= lines.length
    for (const line of lines) yield `${line}\n`
  }
}

function* printDiff({ facts, acts }: Diff, style: TextStyle): Iterable<string> {
  const factRows = facts.map(({ address, fact, before, after }) => [
    address,
    fact,
    before ?? 'not there',
    after ?? 'not there',
  ])
  const titles = ['account', 'fact', 'before', 'after'].map((title) => ({ title }))
  yield* printTable(titles, factRows, style)
  yield '\n'
  if (acts.length === 0) {
    yield 'No act takes other keys or another delay.\n'
    return
  }
  const actRows = acts.map(({ act, target, before, after, isWeaker }) => [
    act.replaceAll('_', ' '),
    target,
    before === null ? 'not there' : keysText(before),
    after === null ? 'not there' : keysText(after),
    isWeaker ? 'WEAKER' : '',
  ])
  const columns = ['act', 'contract', 'before', 'after', ''].map((title) => ({ title }))
  yield* printTable(columns, actRows, style)
}
