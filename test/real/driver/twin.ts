import type { Hex } from '@vaultwright/base'
import { decodeErrorResult, parseAbi } from 'viem'
import { encodeChainCall, type RealChain, revertDataOf } from '../world/real-chain.ts'

/** One call that is made of a double and of the contract that it stands for. */
export type TwinStep = {
  /** With what it returns. */
  readonly call: string
  readonly args?: readonly unknown[]
  /** The trader when not said. */
  readonly from?: string
  readonly value?: bigint
  /** The results where they differ: a stated difference. */
  readonly differs?: { readonly double: string; readonly real: string }
}

/** A double beside the contract that it stands for, by the names of their places. */
export type Twin = { readonly double: string; readonly real: string }

/** The result of a step: what it returned, or why it reverted. */
export type TwinResult = { readonly step: string; readonly double: string; readonly real: string }

/** Makes the same calls of both, in turn; gives each result, and what was stated of those that differ. */
export async function runTwin(
  chain: RealChain,
  twin: Twin,
  steps: readonly TwinStep[],
): Promise<{ readonly results: readonly TwinResult[]; readonly stated: readonly TwinResult[] }> {
  const results: TwinResult[] = []
  const stated: TwinResult[] = []
  for (const [index, step] of steps.entries()) {
    const name = `${index} ${step.call}`
    const double = await resultOf(chain, twin.double, step)
    const real = await resultOf(chain, twin.real, step)
    results.push({ step: name, double, real })
    stated.push({ step: name, ...(step.differs ?? { double: real, real }) })
  }
  return { results, stated }
}

/** Mines the call in a block at a moment that both share. */
async function resultOf(chain: RealChain, place: string, step: TwinStep): Promise<string> {
  const { call, args = [], from = 'trader', value = 0n } = step
  const data = encodeChainCall({ call, args })
  const transaction = { from: chain.of(from), to: chain.of(place), data, value }
  const trace = await chain.trace(transaction)
  if (trace.error !== undefined) return reasonOf(revertDataOf(trace))
  if (!call.includes(' view ')) await chain.send(transaction)
  return revertDataOf(trace)
}

const texts = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

function reasonOf(data: Hex): string {
  if (!/^0x(08c379a0|4e487b71)/.test(data)) return data.slice(0, 10)
  const { args } = decodeErrorResult({ abi: texts, data })
  return String(args[0])
}
