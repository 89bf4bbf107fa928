import { type ActChange, diffControl, keysText } from '@vaultwright/access-control'
import { defineCommand, required, text } from '../../../command/command.ts'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printTable } from '../../../terminal/table.ts'
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
      text: (style) => printDiff(diff, style),
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

function* printDiff(
  { facts, acts }: ReturnType<typeof diffControl>,
  style: TextStyle,
): Iterable<string> {
  if (facts.length === 0) {
    yield 'Nothing changed.\n'
    return
  }
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
