import {
  buildOnSolana,
  type SolanaBuildOptions,
  type SolanaBuildResult,
} from '@vaultwright/operations'
import { parseSvmAddress } from '@vaultwright/svm'
import { describeInstruction, type SvmDefinition } from '@vaultwright/svm-builder'
import { solOf, svmActionReportOf, svmInstructionOf, svmTransferOf } from '@vaultwright/wire'
import { UsageError } from '../../command/usage.ts'
import { onSolana } from '../../input/solana/node.ts'
import { printOperators } from '../../input/solana/operators.ts'
import { printInstruction } from '../../print/solana/instruction.ts'
import { isFilled } from '../../setting/filled.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'
import { type ActionBuildOptions, readRequests, type SolanaActionOptions } from './request.ts'

/** Builds actions of a Solana vault from the digests that a node has, and simulates them where asked. */
export async function answerSolanaBuild(
  definition: SvmDefinition,
  options: ActionBuildOptions & SolanaActionOptions,
  context: Context,
): Promise<Answer> {
  assertSolanaOptions(options)
  const svmRequests = await readRequests(options, context)
  const isBatch = 'length' in svmRequests
  const requests = (isBatch ? svmRequests : [svmRequests]).map(({ route, params = {} }) => ({
    route,
    params,
  }))
  if (requests.length === 0) throw new UsageError('The batch is empty. Give at least one action.')
  const strategist = options.from === undefined ? null : parseSvmAddress(options.from)
  const chosen = solanaBuildOptionsOf(options, definition.lookupTables)
  const request = { definition, requests, options: chosen, simulate: options.simulate, strategist }
  const { genesisHash } = definition
  const result = await onSolana(options, { context, genesisHash }, (node) =>
    buildOnSolana(node, request),
  )
  for (const { message } of result.built.actions.flatMap(({ warnings }) => warnings)) {
    writeWarning(message, { context, quiet: options.quiet })
  }
  const isYes = result.simulation === null || result.simulation.status === 'succeeded'
  await writeTransaction(result, {
    isYes,
    path: options.transaction,
    quiet: options.quiet,
    context,
  })
  return {
    json: () => solanaBuiltJsonOf(result, { isBatch, program: definition.program }),
    text: (style) => printSolanaBuilt(result, style),
    exit: () => (isYes ? 0 : 1),
  }
}

type TransactionFile = {
  readonly isYes: boolean
  readonly path: string | undefined
  readonly quiet: boolean
  readonly context: Context
}

/** Writes a transaction; one that fails in the simulation is not handed to signers. */
async function writeTransaction(
  { built }: SolanaBuildResult,
  { isYes, path, quiet, context }: TransactionFile,
): Promise<void> {
  if (path === undefined) return
  if (!isYes) {
    writeWarning(`did not write ${path}: the simulation did not succeed`, { context, quiet })
    return
  }
  await writeFileWhole(path, [`${built.base64}\n`], context)
  writeWarning(`wrote ${path}`, { context, quiet })
}

/** Reads what a person chooses about a transaction of Solana. */
function solanaBuildOptionsOf(
  options: SolanaActionOptions,
  definedTables: SolanaBuildOptions['lookupTables'],
): SolanaBuildOptions {
  const version = options['tx-version'] === '1' ? 1 : 0
  const computeBudget = !options['without-compute-budget']
  const prices = (['unit-price', 'priority-fee'] as const).filter((name) => options[name])
  const [price] = prices
  if (!computeBudget && price !== undefined) {
    throw new UsageError(`--${price} is part of the compute budget. Give one of both.`)
  }
  const wrong = version === 0 ? 'priority-fee' : 'unit-price'
  if (options[wrong] !== undefined) {
    throw new UsageError(
      `--${wrong} does not go with version ${version}. Give ${version === 0 ? '--unit-price' : '--priority-fee'}.`,
      { option: wrong, version },
    )
  }
  const nonce = options['nonce-account']
  const tables = options['lookup-table']
  return {
    version,
    computeBudget,
    computeUnitPriceMicroLamports: integerOf('unit-price', options['unit-price']),
    priorityFeeLamports: integerOf('priority-fee', options['priority-fee']),
    nonceAccount: nonce === undefined ? null : parseSvmAddress(nonce),
    lookupTables: tables.length > 0 ? tables.map(parseSvmAddress) : definedTables,
  }
}

function integerOf(option: string, word: string | undefined): bigint | null {
  if (word === undefined) return null
  if (/^\d{1,20}$/.test(word) && BigInt(word) < 2n ** 64n) return BigInt(word)
  throw new UsageError(
    `--${option} ${JSON.stringify(word)} is not a whole number below 2^64. Give decimal digits.`,
    { option, value: word },
  )
}

/** Options that only trees of an EVM vault have. */
const evmOnly = [
  'tree',
  'manager-tree',
  'strategist',
  'lock',
  'vault',
  'manager',
  'chain',
  'agreement',
  'block',
  'now',
  'calldata',
  'safe',
  'evidence',
] as const satisfies readonly (keyof ActionBuildOptions)[]

/** Refuses options that say nothing about a Solana vault. */
function assertSolanaOptions(options: ActionBuildOptions): void {
  const lists = (['drone', 'decimals', 'fact'] as const).filter((name) => options[name].length > 0)
  const stray =
    evmOnly.find((name) => options[name] !== undefined && !isFilled(options, name)) ??
    lists[0] ??
    (options.offline ? 'offline' : undefined)
  if (stray === undefined) return
  throw new UsageError(`--${stray} is not for a Solana vault. Leave it out.`, { option: stray })
}

/** Turns what was built into the keys of the interface. */
function solanaBuiltJsonOf(
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
function* printSolanaBuilt(result: SolanaBuildResult, style: TextStyle): Iterable<string> {
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
