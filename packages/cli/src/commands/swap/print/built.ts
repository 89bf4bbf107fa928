import type { Built } from '@vaultwright/builder'
import { isSuccess } from '@vaultwright/operations'
import { verboseReportOf } from '@vaultwright/wire'
import type { Context, Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { writeWarning } from '../../../terminal/warning.ts'
import { printBuilt, simulateBuilt } from '../../action/build.ts'
import { type BuiltHere, interfaceJsonOf, writeActionFiles } from '../../action/request.ts'
import { simulatedJsonOf } from '../../simulation/print.ts'
import { assertStrategist, type MarketOnChain, type SwapOptions } from '../input/market-on-chain.ts'

export type BuiltOptions = SwapOptions & {
  readonly simulate: boolean
  readonly calldata: string | undefined
  readonly safe: string | undefined
  readonly evidence: string | undefined
  readonly quiet: boolean
}

/** Simulates what was built where that is wanted, and writes its files; a failed simulation leaves none to sign. */
export async function finishBuilt(
  built: Built,
  { onChain, options, context }: BuiltSite,
): Promise<BuiltHere> {
  const { build, chain, strategist } = onChain
  const sender = options.simulate ? assertStrategist(onChain) : strategist
  const sent = { ...options, from: sender ?? undefined }
  const batch = { built, isBatch: true, context: build, chainId: chain.id }
  const simulated = options.simulate ? await simulateBuilt(batch, sent, context) : null
  const here = { ...batch, simulated }
  for (const { message } of built.warnings) {
    writeWarning(message, { context, quiet: options.quiet })
  }
  const isRunnable = isYes(here)
  if (!isRunnable && options.safe !== undefined) {
    const why = `did not write ${options.safe}: the simulation failed`
    writeWarning(why, { context, quiet: options.quiet })
  }
  await writeActionFiles(here, isRunnable ? sent : { ...sent, safe: undefined }, context)
  return here
}

type BuiltSite = {
  readonly onChain: MarketOnChain
  readonly options: BuiltOptions
  readonly context: Context
}

/** Whether nothing speaks against what was built. */
export function isYes({ simulated }: BuiltHere): boolean {
  return simulated === null || isSuccess(simulated)
}

/** Turns what was built into the keys of the interface. */
export function builtJsonOf({ built, simulated }: BuiltHere): { readonly [key: string]: Json } {
  return {
    encoded_tx_data: built.calldata,
    target: built.target,
    description: built.description,
    root: built.root,
    action_api_response: built.actions.map(verboseReportOf) as readonly Json[],
    ...(simulated === null
      ? { simulation_skipped: true }
      : {
          ...interfaceJsonOf(simulated),
          simulation: simulatedJsonOf(simulated, { ok: isSuccess(simulated), strict: false }),
        }),
  }
}

/** Prints the calls of what was built, their leaves, and the calldata unless it stands in a file of its own. */
export function* printCallsOf(
  here: BuiltHere,
  options: Pick<BuiltOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  yield* printBuilt(here, style)
  if (options.calldata === undefined) yield `\n${here.built.calldata}\n`
}
