import type { SolanaBuildResult } from '@vaultwright/operations'
import { describeInstruction } from '@vaultwright/svm-builder'
import { solOf, svmActionReportOf, svmInstructionOf, svmTransferOf } from '@vaultwright/wire'
import { printOperators } from '../../input/solana/operators.ts'
import { printInstruction } from '../../print/solana/instruction.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

/** Turns what was built into the keys of the interface. */
export function solanaBuiltJsonOf(
  result: SolanaBuildResult,
  { isBatch, program }: { readonly isBatch: boolean; readonly program: string },
): Json {
  const { built } = result
  const reports = built.actions.map((action) => svmActionReportOf(action, built))
  const instructions = built.instructions.map(svmInstructionOf)
  return {
    serialized_transaction_base64: built.base64,
    target: program,
    description: built.description,
    ...(isBatch
      ? { action_api_response: reports, instructions }
      : { action_api_response: { ...reports[0]!, instructions } }),
    ...simulatedJsonOf(result),
  } as Json
}

function simulatedJsonOf(result: SolanaBuildResult): { readonly [key: string]: Json } {
  const { simulation, effect, feeLamports } = result
  if (simulation === null) return { simulation_skipped: true }
  const isSuccess = simulation.status === 'succeeded'
  return {
    simulation_status: isSuccess ? true : (simulation.error?.text ?? simulation.status),
    simulation_logs: simulation.logs,
    simulation_gas_used: simulation.unitsConsumed,
    simulation_fee_lamports: feeLamports,
    simulation_gas_cost_sol: solOf(feeLamports),
    token_transfers: (effect?.transfers ?? []).map(svmTransferOf) as Json,
    ...(effect === null ? {} : { warnings: effect.warnings as Json }),
  }
}

/** Prints what was built for a person: what it does, its calls and digests, the transaction last. */
export function* printSolanaBuilt(result: SolanaBuildResult, style: TextStyle): Iterable<string> {
  const { built, priorityFee, feeLamports } = result
  for (const { description } of built.actions) yield `${style.bold(printSafely(description))}\n`
  yield '\n'
  const price = priorityFee.microLamports
  yield* printPairs(
    [
      ['fee payer', built.feePayer],
      ['version', `${built.version}, ${built.size} bytes`],
      [built.nonceAccount === null ? 'blockhash' : 'nonce', built.lifetime],
      [
        'compute units',
        built.computeUnitLimit === null ? 'not stated' : `${built.computeUnitLimit}`,
      ],
      ['unit price', price === null ? 'none' : `${price} micro-lamports, ${priorityFee.kind}`],
      ['fee', `${feeLamports} lamports`],
      ['slot', `${built.slot}`],
    ],
    style,
  )
  for (const { calls, subAccount } of built.actions) {
    for (const call of calls) {
      yield '\n'
      const head = `sub-account ${subAccount} calls  `
      yield* printInstruction(describeInstruction(call), { style, head, margin: '    ' })
      yield* printDigest(call, style)
    }
  }
  yield* printSimulated(result, style)
  yield `\n${built.base64}\n`
}

type DigestedCall = SolanaBuildResult['built']['actions'][number]['calls'][number]

function* printDigest(call: DigestedCall, style: TextStyle): Iterable<string> {
  yield style.dim(`    digest ${call.digestHex} at ${call.digestAddress}\n`)
  yield style.dim(`    pins ${printOperators(call.operators)}; free: ${call.free.join(', ')}\n`)
}

function* printSimulated(result: SolanaBuildResult, style: TextStyle): Iterable<string> {
  const { simulation, effect } = result
  if (simulation === null) return
  const { status, error, unitsConsumed } = simulation
  yield '\n'
  if (status === 'succeeded') {
    yield `${style.green('Yes:')} the simulation succeeded with ${unitsConsumed ?? 'unknown'} compute units.\n`
  } else {
    const reason = printSafely(error?.text ?? 'the node gave no reason')
    yield `${style.red('No:')} the simulation ${status === 'failed' ? 'failed' : 'is not available'}: ${reason}\n`
  }
  for (const { direction, amount, rawAmount, token } of effect?.transfers ?? []) {
    const sum = amount ?? `${rawAmount} base units of`
    yield `  ${direction === 'in' ? 'receives' : 'sends   '}  ${sum} ${printSafely(token)}\n`
  }
  for (const { message } of effect?.warnings ?? []) {
    yield style.yellow(`  Warning: ${printSafely(message)}\n`)
  }
}
