import type { BuiltAction } from '@vaultwright/builder'
import { parseAddress } from '@vaultwright/merkle'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import type { BuildWords, BuiltHere } from './action-result.ts'
import type { Context } from './context.ts'
import { writeFileWhole } from './file.ts'
import { writeRemark } from './remark.ts'
import { UsageError } from './usage.ts'

/**
 * Writes the files that a build was asked for: the calldata, a batch for the Safe web app, the evidence.
 *
 * @throws {UsageError} when a batch is wanted and nobody said the chain.
 * @throws {OutputError} when a file cannot be written.
 */
export async function writeActionFiles(
  here: BuiltHere,
  words: Pick<BuildWords, 'calldata' | 'safe' | 'evidence' | 'from' | 'quiet'>,
  context: Context,
): Promise<void> {
  const files = [
    [words.calldata, () => `${here.built.calldata}\n`],
    [words.safe, () => safeTextOf(here, words)],
    [words.evidence, () => evidenceTextOf(here, words)],
  ] as const
  // All texts before the first file: what cannot be told leaves nothing behind.
  const texts = files.flatMap(([path, textOf]) =>
    path === undefined ? [] : [[path, textOf()] as const],
  )
  for (const [path, text] of texts) {
    await writeFileWhole(path, [text], context.signal)
    writeRemark(`wrote ${path}`, { context, quiet: words.quiet })
  }
}

type Sender = Pick<BuildWords, 'from'>

function safeTextOf({ built, context, chainId }: BuiltHere, { from }: Sender): string {
  if (chainId === null) {
    throw new UsageError('A Safe batch is of one chain. Say which with --chain-id, or give a node.')
  }
  const batch = buildSafeBatch({
    chainId,
    safe: from === undefined ? null : parseAddress(from),
    name: built.description,
    description: built.actions.map(saidOf).join('; '),
    createdAtMs: Number(context.now) * 1000,
    calls: [{ to: built.target, value: 0n, data: built.calldata }],
  })
  return printSafeBatch(batch)
}

/** Signers see no more than this: the approvals in front, and what runs inside a loan, are told, too. */
function saidOf({ calls, inside, warnings }: BuiltAction): string {
  const said = calls.map(({ description }) => description).join('; ')
  const within = inside.length === 0 ? '' : ` (inside: ${inside.map(saidOf).join('; ')})`
  return `${said}${within}${warnings.map(({ message }) => `; WARNING: ${message}`).join('')}`
}

function evidenceTextOf({ built, context, chainId }: BuiltHere, { from }: Sender): string {
  const { tree, managerTree, vault, manager } = context
  const evidence = evidenceOf({
    ...{ calldata: built.calldata, tree, manager, vault, chainId },
    ...(managerTree !== null && { managerTree }),
    strategist: from === undefined ? null : parseAddress(from),
    actions: built.provenCalls.map(({ description }) => description),
  })
  return printEvidence(evidence)
}
