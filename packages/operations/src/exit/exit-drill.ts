import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type Chain, encodeSolve, openProvenBlock } from '@vaultwright/chain'
import {
  type AppliedShock,
  applyShock,
  type BlockRef,
  type DrillBase,
  type DrillClock,
  type DrillWorld,
  drillBaseOf,
  openDrillWorld,
  type Shock,
} from '@vaultwright/outcome'
import { piecesOf } from '@vaultwright/proof'
import { readTokenUnits } from '@vaultwright/protocols'
import { withdrawQueueAbi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import { assetsOf, type DrillDemand } from './demand.ts'
import { type Drill, type DrillQuery, type DrillRequest, drillQueryOf, runDrill } from './drill.ts'
import { type ExitWitness, outcomeHashOf } from './exit-witness.ts'
import { encodeSource } from './source.ts'

/** Times between the steps of a drill. */
type StepClock = Pick<DrillClock, 'stepSeconds' | 'delaySeconds'>

/** A drill at a block of a chain. */
export type ExitDrillRequest = {
  readonly block: BlockRef
  readonly clock: StepClock
  readonly shocks: readonly Shock[]
  readonly request: DrillRequest
}

/** A token as it names itself on the state of a drill; decimals are null where it does not say them. */
export type DrilledToken = { readonly symbol: string; readonly decimals: number | null }

/** A drill, what it was run on, and all that it takes to run it again offline. */
export type ExitDrill = {
  readonly block: BlockRef
  readonly drill: Drill
  readonly shocks: readonly AppliedShock[]
  readonly tokens: ReadonlyMap<Address, DrilledToken>
  readonly witness: ExitWitness
}

/** Values that calls take beside those of their leaves: they bring state, and pay nothing. */
const hintValues = { lltv: 0n, shares: 0n }
const maxHintedRequests = 20

/**
 * Runs an exit drill on state that is proven from the hash of a block, with shocks applied to it first. The requests of
 * a queue are held against the set of the contract, executed on that state.
 *
 * @throws {PartialDemandError} and what `runDrill`, `applyShock` and bringing proven state throw.
 */
export async function runExitDrill(
  chain: Pick<Chain, 'id' | 'rpc'>,
  { block, clock, shocks, request }: ExitDrillRequest,
): Promise<ExitDrill> {
  const query = drillQueryOf(request)
  const base = await openProvenBlock(chain, block)
  await base.bringFor(hintsOf(query))
  return runOn(base, { clock, shocks, query })
}

/**
 * Runs the drill of a witness again, from nothing but the witness and the hash of the block.
 *
 * @param blockHash - from another source than the witness.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing; {OutcomeDiffersError} when the drill
 * ends otherwise than the witness says.
 */
export async function replayExitDrill(witness: ExitWitness, blockHash: Hex): Promise<ExitDrill> {
  const run = await runOn(drillBaseOf(witness, blockHash), witness)
  if (run.witness.outcome !== witness.outcome) throw new OutcomeDiffersError(witness.outcome)
  return run
}

type DrillTerms = {
  readonly clock: StepClock
  readonly shocks: readonly Shock[]
  readonly query: DrillQuery
}

async function runOn(base: DrillBase, { clock, shocks, query }: DrillTerms): Promise<ExitDrill> {
  const world = await openDrillWorld(base, { ...clock, nowMs: () => performance.now() })
  await assertWhole(world, query.demand)
  const units = await world.read(readTokenUnits(assetsOf(query.demand)))
  const tokens = new Map(units.assets.map((token) => [token.address, token]))
  const applied: AppliedShock[] = []
  for (const shock of shocks) applied.push(await applyShock(world, shock))
  const drill = await runDrill(world, query)
  const outcome = outcomeHashOf(drill)
  const pieces = piecesOf(base.state, base.rules)
  const { number, hash, timestamp } = base.state.header
  const witness = { ...pieces, query, clock, shocks, outcome }
  return { block: { number, hash, timestamp }, drill, shocks: applied, tokens, witness }
}

/** An id is the hash of its request: a request that is left out, added or changed gives another set. */
async function assertWhole(world: DrillWorld, demand: DrillDemand): Promise<void> {
  if (!('queue' in demand)) return
  const { address, ids } = demand.queue
  const view = { abi: withdrawQueueAbi, functionName: 'getRequestIds' } as const
  const [answer] = await world.ask([{ to: address, data: encodeFunctionData(view) }])
  if (answer === null || answer === undefined) throw new PartialDemandError(address)
  const set = decodeFunctionResult({ ...view, data: answer })
  const isWhole = set.length === ids.length && set.every((id, index) => id === ids[index])
  if (!isWhole) throw new PartialDemandError(address)
}

/** Calls that use most of the state of a drill. */
function hintsOf({ manager, sources, strategist, payer, demand }: DrillQuery) {
  const unwinds = sources.flatMap((source) => {
    if (source.leaves === null) return []
    const data = encodeSource(manager, source, { amount: 1n, sent: 1n, values: hintValues })
    return [{ from: strategist, to: manager, data }]
  })
  if (!('queue' in demand)) return unwinds
  const { teller, solver, sender } = payer
  const solves = demand.queue.ids.slice(0, maxHintedRequests).map((id) => {
    const data = encodeSolve([demand.queue.requests.get(id)!], { teller, form: solver.form })
    return { from: sender, to: solver.address, data }
  })
  return [...unwinds, ...solves]
}

/** The requests of a drill are not those of the queue. */
export class PartialDemandError extends BaseError {
  override readonly code = 'partial_demand'
  override readonly kind = 'damaged_data'

  constructor(queue: Address) {
    super({
      message: `The requests of the drill are not the set of the queue ${queue} at this block. Read them again: vaultwright queue check`,
      facts: { queue },
    })
  }
}

/** A drill that is run again ends otherwise than its witness says. */
class OutcomeDiffersError extends BaseError {
  override readonly code = 'exit_outcome_differs'
  override readonly kind = 'damaged_data'

  constructor(outcome: Hex) {
    super({
      message:
        'The drill ends otherwise than its witness says: the file was changed, or another version made it. Run the drill again.',
      facts: { outcome },
    })
  }
}
