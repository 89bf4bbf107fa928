import {
  AnvilMissingError,
  forkEndpointsOf,
  isSharedEndpoint,
  openChain,
  openForkPool,
  openRecorder,
  type Recorder,
} from '@vaultwright/chain'
import {
  isAgreed,
  isSuccess,
  provenIn,
  recordedPool,
  recordFacts,
  runSimulation,
  type SimulationResult,
  type SimulationRun,
  simulationsIn,
} from '@vaultwright/operations'
import { enginesDiffer, simulationStatusOf } from '@vaultwright/outcome'
import { printWitness } from '@vaultwright/proof'
import { simulatedFieldsOf, verboseFieldsOf } from '@vaultwright/wire'
import { untilInterrupted } from '../command/service.ts'
import { ForkEngineMissingError } from '../command/usage.ts'
import { openNode } from '../input/node.ts'
import type { NodeOptions } from '../input/node-option.ts'
import { printSimulated, simulatedJsonOf } from '../print/simulation/simulated.ts'
import type { Context, Json } from '../terminal/context.ts'
import { writeFileWhole } from '../terminal/output-file.ts'
import type { Progress } from '../terminal/progress.ts'
import type { TextStyle } from '../terminal/style.ts'

type SimulateContext = {
  readonly context: Context
  readonly progress: Progress
  /** The file for all answers of the nodes. */
  readonly record: string | undefined
  /** The file for the proof of the result. */
  readonly witness: string | undefined
}

export type SimulateNodeOptions = NodeOptions & { readonly 'fork-rpc-url'?: readonly string[] }

/** The effect of what was built; made where a simulation ran, since its words need what runs one. */
export type SimulatedHere = {
  readonly isSuccess: boolean
  /** The keys of the interface. */
  readonly fields: { readonly [key: string]: Json }
  readonly print: (style: TextStyle) => Iterable<string>
}

/** The id of a chain on one's own machine, whose clock is its own. */
const localChainId = 31337

/** Runs a simulation on a node, on forks of it, or on both. */
export async function simulateOnNode(
  run: SimulationRun,
  options: SimulateNodeOptions,
  { context, progress, record, witness }: SimulateContext,
): Promise<SimulationResult> {
  progress.step('asking the node for its chain')
  const node = await untilInterrupted(context.signal, openNode(options, context))
  const forkUrls = forkUrlsOf(options, node.chainId, context)
  const upstream = forkUrls.length === 0 ? node.urls : forkUrls
  const pool = openForkPool({ upstreams: { [node.chainId]: upstream }, size: 1 })
  const isForkIndependent = !isSharedEndpoint(node.urls, forkUrls)
  try {
    const recorder = openRecorder(node.rpc)
    const chain = await openChain(recorder.rpc, { id: node.chainId })
    // A clock of the chain's own says nothing about the age of its blocks.
    const isTimed = node.chainId !== localChainId
    const nowUnix = BigInt(Math.floor(context.now() / 1000))
    const request = isTimed ? { ...run.request, nowUnix } : run.request
    await recordFacts(recorder, { run: printRun({ ...run, request }), isForkIndependent })
    progress.step('simulating')
    const ports = { chain, pool: recordedPool(pool, recorder), isForkIndependent }
    const work = runSimulation(ports, { ...run, request })
    const result = await untilInterrupted(context.signal, work)
    if (record !== undefined) await writeRecording(record, recorder, context)
    if (witness !== undefined) await writeWitness(witness, result, context)
    return result
  } catch (error) {
    throw error instanceof AnvilMissingError ? new ForkEngineMissingError(run.engine, error) : error
  } finally {
    progress.end()
    await pool.close()
    await node.rpc.close()
  }
}

async function writeWitness(path: string, { answer }: SimulationResult, context: Context) {
  const proven = provenIn(answer)
  if (proven === null) {
    // A witness of an earlier run would stand there as this one's.
    if (answer.engine === 'all' && answer.proven.kind === 'unproven') throw answer.proven.because
    return
  }
  await writeFileWhole(path, [printWitness(proven.witness)], context)
}

function forkUrlsOf(
  { 'fork-rpc-url': forkUrls = [] }: SimulateNodeOptions,
  chainId: number,
  { config }: Context,
): readonly string[] {
  const urls = forkUrls.flatMap((text) => text.split(',')).map((url) => url.trim())
  const named = urls.filter((url) => url !== '')
  return named.length > 0 ? named : forkEndpointsOf(chainId, config.rpcUrls)
}

async function writeRecording(path: string, recorder: Recorder, context: Context) {
  await writeFileWhole(path, [recorder.print()], context)
}

/** Prints a run for a recording, amounts as decimal texts. */
function printRun({ engine, request }: SimulationRun): Json {
  const plain = JSON.stringify({ engine, request }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return JSON.parse(plain) as Json
}

/** Turns a simulation of what was built into the keys of the interface, and into text. */
export function describeSimulated(result: SimulationResult): SimulatedHere {
  return {
    isSuccess: isSuccess(result),
    fields: {
      ...interfaceJsonOf(result),
      simulation: simulatedJsonOf(result, { ok: isSuccess(result), strict: false }),
    },
    print: (style) => printSimulated(result, { style, strict: false }),
  }
}

/** Turns a simulation into the keys of the interface. */
function interfaceJsonOf({ answer, units }: SimulationResult): {
  readonly [key: string]: Json
} {
  const [first] = simulationsIn(answer)
  const simulation = first!
  const { vault } = simulation
  const differ = !isAgreed(answer)
  const status = differ ? enginesDiffer : simulationStatusOf(simulation.outcome)
  return {
    ...simulatedFieldsOf(simulation, { status, url: null }),
    ...verboseFieldsOf(simulation, vault === null ? null : { vault, units, prices: new Map() }),
  }
}
