import type { Figure } from './figure.ts'

/** A contender that runs against others. It gets the turn, from 0 on, so that each turn can have work of its own. */
export type Contender = (turn: number) => unknown

/** By name, ours first; null for a peer that is not installed. */
export type Contenders = Readonly<Record<string, Contender | null>>

/** By name of the contender; null where the contender is. */
export type Medians<Of extends Contenders = Contenders> = {
  readonly [Name in keyof Of]: number | Extract<Of[Name], null>
}

/**
 * Runs contenders in turn, round by round in one process, so that a drift of the machine hits all alike.
 * Another one begins each round: who comes after the most wasteful would else collect its garbage each time.
 *
 * @param contenders - may be async; ours first.
 * @param rounds - counted rounds, after one that is not counted: there are `rounds + 1` turns.
 * @returns median milliseconds by name.
 */
export async function measure<Of extends Contenders>(
  contenders: Of,
  rounds: number,
): Promise<Medians<Of>> {
  const runs = Object.entries(contenders).flatMap(([name, run]) =>
    run === null ? [] : [{ name, run, times: [] as number[] }],
  )
  for (let turn = 0; turn <= rounds; turn++) {
    const first = turn % runs.length
    for (const { run, times } of [...runs.slice(first), ...runs.slice(0, first)]) {
      const from = performance.now()
      await run(turn)
      if (turn > 0) times.push(performance.now() - from)
    }
  }
  const medians = new Map(runs.map(({ name, times }) => [name, medianOf(times)]))
  const names = Object.keys(contenders)
  return Object.fromEntries(names.map((name) => [name, medians.get(name) ?? null])) as Medians<Of>
}

/** Medians of a batch as microseconds of one item of it. */
export function microsecondsEach<Of extends Medians>(medians: Of, count: number): Of {
  const entries = Object.entries(medians)
  return Object.fromEntries(
    entries.map(([name, ms]) => [name, ms === null ? null : (ms * 1_000) / count]),
  ) as Of
}

/** One figure a peer: how many times longer than ours it takes. Ours alone if there is no peer. */
export function ratiosOf(
  name: string,
  medians: Medians,
  { unit = 'ms', fresh = false }: Partial<Pick<Figure, 'unit' | 'fresh'>> = {},
): readonly Figure[] {
  const [[, ours] = ['', null], ...peers] = Object.entries(medians)
  if (ours === null) throw new Error(`${name}: ours was not measured`)
  const figure = { name, unit, ours, fresh }
  if (peers.length === 0) return [{ ...figure, peer: null, theirs: null, ratio: null }]
  return peers.map(([peer, theirs]) => ({
    ...figure,
    peer,
    theirs,
    ratio: theirs === null ? null : theirs / ours,
  }))
}

export function medianOf(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new Error('a median of no numbers')
  const sorted = [...numbers].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Fails loudly when two contenders do not agree: a fast wrong answer is not an answer. */
export function assertEqual(name: string, ours: unknown, theirs: unknown): void {
  if (ours !== theirs) throw new Error(`${name}: ${theirs} instead of ${ours}`)
}
