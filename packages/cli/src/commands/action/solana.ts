import { buildOnSolana, type SolanaBuildResult } from '@vaultwright/operations'
import { parseSvmAddress } from '@vaultwright/svm'
import type { SvmDefinition } from '@vaultwright/svm-builder'
import { UsageError } from '../../command/usage.ts'
import { onSolana } from '../../input/solana/node.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import { writeWarning } from '../../terminal/warning.ts'
import { type ActionBuildOptions, readRequests } from './request.ts'
import type { SolanaActionOptions } from './solana-option.ts'
import { printSolanaBuilt, solanaBuiltJsonOf } from './solana-print.ts'
import { assertSolanaOptions, solanaBuildOptionsOf } from './solana-request.ts'

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
