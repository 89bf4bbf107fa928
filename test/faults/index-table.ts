import { faultKinds, type Outcome } from './index-scenario-context.ts'

const heads = [
  'fault',
  'schedules',
  'strikes',
  'days indexed',
  'requests',
  'revisions',
  'days lost',
  'days doubled',
  'differences',
]

/** Prints what came of schedules, a line for each kind of fault; a schedule counts in each line of its own. */
export function printTable(outcomes: readonly Outcome[]): string {
  const lines = faultKinds.map((kind) => {
    const hit = outcomes.filter(({ faultCounts: strikes }) => strikes.has(kind))
    return lineOf(kind, hit, sum(hit.map(({ faultCounts: strikes }) => strikes.get(kind)!)))
  })
  const all = outcomes.flatMap(({ faultCounts: strikes }) => [...strikes.values()])
  const rows = [heads, ...lines, lineOf('all', outcomes, sum(all))]
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows
    .map((row) =>
      row
        .map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))
        .join('  '),
    )
    .join('\n')
}

/** Prints what went wrong, each with what plays it again. */
export function printProblems(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ seed, scenario: play, faultCounts: strikes, problems }) => {
      const struck = [...strikes].map(([kind, times]) => `${kind} ${times}`).join(', ')
      const again = `FAULT_SEED=${seed} FAULT_RUNS=1`
      return `${again} (${play}; ${struck})\n${problems.map((one) => `  ${one}`).join('\n')}`
    })
    .join('\n')
}

function lineOf(name: string, of: readonly Outcome[], strikes: number): readonly string[] {
  return [
    name,
    `${of.length}`,
    `${strikes}`,
    ...[
      of.map(({ days }) => days),
      of.map(({ requests }) => requests),
      of.map(({ revisions }) => revisions),
      of.map(({ lost }) => lost),
      of.map(({ doubled }) => doubled),
      of.map(({ problems }) => problems.length),
    ].map((numbers) => `${sum(numbers)}`),
  ]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
