import type { IndexWorld } from '../support/index-world/index-world.ts'
import { openBranch } from '../support/index-world/index-world-branch.ts'
import { openFastClock } from '../support/index-world/index-world-clock.ts'
import { type Dice, diceOf } from '../support/index-world/index-world-random.ts'
import type { IndexTables } from '../support/index-world/index-world-row.ts'
import { openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { openFaultyNode } from '../support/node/faulty-node.ts'
import type { Service } from '../support/service/service-process.ts'
import { countFaults } from './index-node-fault.ts'
import { killProcesses } from './index-process-run.ts'
import { shareQueue } from './index-redis-run.ts'
import type { FaultKind, Outcome, ScenarioAct, ScenarioContext } from './index-scenario-context.ts'
import { judge, settle } from './index-settle.ts'
import { runWorkers } from './index-worker-run.ts'

/** The parts of a campaign; no two at a time, for all are on one chain. */
export type Campaign = {
  readonly world: IndexWorld
  /** A Redis server of this scenario alone; null where there is none. */
  readonly redis: Service | null
  /** The tables that an undisturbed run makes of the chain as it was committed. */
  readonly wanted: IndexTables
}

type Scenario = {
  readonly name: string
  readonly home: (campaign: Campaign) => Promise<ScenarioContext['home']>
  readonly finality: ScenarioContext['finality']
  /** Blocks beyond the committed history; 0 leaves it as it is. */
  readonly blocks: number
  readonly acts: (campaign: Campaign, dice: Dice) => readonly ScenarioAct[]
}

const latest = { kind: 'tag', tag: 'latest' } as const
const deep = { kind: 'depth', blocks: 10n } as const
const processRuns = (_: Campaign, dice: Dice) =>
  new Array<ScenarioAct>(dice.within(1, 3)).fill(runWorkers)
/** Settles runs of processes: a read of blocks can only be taken back if it was made. */
const settledProcessRuns: Scenario['acts'] = (_, dice) => {
  const acts: ScenarioAct[] = []
  for (let left = dice.within(1, 2); left > 0; left--) acts.push(otherwise, runWorkers)
  return acts
}
const otherwise: ScenarioAct = async (context) => {
  await settle(context)
}
const sqlite: Scenario['home'] = ({ world }) => world.openHome('sqlite')
const postgres: Scenario['home'] = ({ world }) => world.openHome('postgres')
const later: Scenario['home'] = ({ world }) => world.openLaterHome()

const short = { name: 'eleven days', home: later, finality: latest, blocks: 0, acts: processRuns }
const scenarios: readonly Scenario[] = [
  ...new Array<Scenario>(2).fill(short),
  { ...short, name: 'all days', home: sqlite },
  { ...short, name: 'on PostgreSQL', home: postgres },
  { ...short, name: 'above final', finality: deep, blocks: 16 },
  { ...short, name: 'final blocks', blocks: 12, acts: settledProcessRuns },
  ...[later, postgres].map(
    (home): Scenario => ({
      ...short,
      name: 'on Redis',
      home,
      acts: ({ redis }) => [redis === null ? runWorkers : shareQueue(redis)],
    }),
  ),
  ...[sqlite, postgres].map(
    (home): Scenario => ({
      ...short,
      name: 'processes',
      home,
      acts: ({ redis }) => [killProcesses(redis)],
    }),
  ),
]

/** The number of schedules before their kinds come again. */
export const scenarioCount = scenarios.length

/** Codes that a schedule of faults may leave given up until an operator repeats them. */
const givenUp: ReadonlySet<string> = new Set(['wrong_chain', 'history_pruned'])

/**
 * Plays the schedule of a seed: the same strikes for the same seed, as far as time allows.
 *
 * @param report - told of each step as it begins.
 */
export async function runScenario(
  campaign: Campaign,
  seed: number,
  report: ScenarioContext['report'],
): Promise<Outcome> {
  const begun = performance.now()
  const { world } = campaign
  const scenario = scenarios[seed % scenarios.length]!
  const dice = diceOf(seed)
  const strikes = new Map<FaultKind, number>()
  let days = 0
  report(`${scenario.name}: opening`)
  const branch = scenario.blocks === 0 ? null : await openBranch(world)
  await branch?.grow(dice.fork(), scenario.blocks)
  const node = await openFaultyNode(world.anvil.url)
  const context: ScenarioContext = {
    world,
    node,
    dice,
    branch,
    finality: scenario.finality,
    home: await scenario.home(campaign),
    clock: openFastClock(world.manifest.head.timestamp),
    report: (step) => report(`${scenario.name}: ${step}`),
    strike: (kind, times = 1) => strikes.set(kind, (strikes.get(kind) ?? 0) + times),
    countDays: (more) => {
      days += more
    },
    parked: new Set(),
    replacedBlocks: [],
  }
  try {
    for (const [index, act] of scenario.acts(campaign, dice).entries()) {
      context.report(`act ${index + 1}`)
      await act(context)
    }
    context.report('settling')
    const left = await settle(context)
    context.report('judging')
    countFaults(context)
    const requests = node.count()
    const { problems, ...verdict } = await judge(context, async () =>
      branch === null ? campaign.wanted : readUndisturbed(context),
    )
    const odd = [...context.parked].filter((code) => !givenUp.has(code))
    return {
      seed,
      scenario: scenario.name,
      faultCounts: strikes,
      days,
      requests,
      ...verdict,
      problems: [...left, ...odd.map((code) => `given up: ${code}`), ...problems],
      ms: Math.round(performance.now() - begun),
    }
  } finally {
    context.report('letting go')
    await node.close()
    await branch?.end()
    await context.home.drop()
  }
}

/** Indexes the chain as it stands, without faults. */
export async function readUndisturbed({
  world,
  finality,
}: Pick<ScenarioContext, 'world' | 'finality'>): Promise<IndexTables> {
  const home = await world.openHome('sqlite')
  const { manifest, anvil } = world
  const clock = openFastClock(manifest.head.timestamp)
  const worker = await openIndexWorker({ home, manifest, url: anvil.url, clock, finality })
  let flows = 1
  for (let round = 0; flows > 0 && round < 5; round++) flows = await worker.round()
  if (flows > 0) throw new Error('Nobody disturbed it, and yet it never comes to rest.')
  const [failed] = worker.events.flatMap((one) => (one.event === 'task_failed' ? one.error : []))
  if (failed !== undefined) throw new Error(`Nobody disturbed it, and yet: ${failed.message}`)
  await worker.close()
  const tables = await home.tables()
  await home.drop()
  return tables
}
