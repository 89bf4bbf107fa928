import { isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { safeLinkOf } from '@vaultwright/safe'
import {
  type JudgedEntry,
  type JudgedQueue,
  openQueueService,
  openSafeReader,
  openTransactionService,
  type SafeReader,
  type SafeService,
  type StrategistVault,
} from '@vaultwright/safe-service'
import { list, type Options, text, type ValuesOf } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import { namingOptions, readNaming } from '../input/naming.ts'
import { blockTagOf, nodeOptions } from '../input/node-option.ts'
import { conditionalOption } from '../input/permission.ts'
import { readTree } from '../input/tree.ts'
import type { Context, Json } from '../terminal/context.ts'

export const serviceOptions = {
  service: list(
    'A service that holds the queue: transaction or queue, or one of them with its URL, as in transaction=https://…; default: transaction; may be repeated',
    'service',
  ),
  'service-key-env': text('The variable with the key of the service', 'name'),
} as const satisfies Options

export const handoverOptions = {
  ...serviceOptions,
  tree: list(
    'The tree of the Safe as strategist, which you reviewed; may be repeated: each batch is held against the tree of the Manager that it calls, any other call against the first',
    'file',
  ),
  'manager-tree': list(
    'The tree of the own root of the Manager, for calls inside flash loans; may be repeated, one a Manager',
    'file',
  ),
  ...namingOptions,
  ...nodeOptions,
  ...conditionalOption,
} as const satisfies Options

/** A Safe on a chain, and the services that hold its queue. */
export type Handover = {
  readonly chain: Chain
  readonly reader: SafeReader
  readonly services: readonly [SafeService, ...SafeService[]]
}

/** Opens chain, reader and services of a Safe for some work. */
export async function onSafe<Result>(
  safeWord: string,
  {
    words,
    context,
  }: { readonly words: ValuesOf<typeof handoverOptions>; readonly context: Context },
  work: (handover: Handover) => Promise<Result>,
): Promise<Result> {
  const safe = parseAddress(safeWord)
  const [file = null, ...furtherFiles] = await readTrees(words.tree, context)
  const managerFiles = await readTrees(words['manager-tree'], context)
  assertOneEach('tree', file === null ? [] : [file, ...furtherFiles])
  assertOneEach('manager-tree', managerFiles)
  const { onChain } = await import('../input/node.ts')
  return onChain(words, context, (chain) => {
    const openVault = (strategistFile: TreeFile | null): StrategistVault => ({
      manager: strategistFile?.metadata.manager ?? null,
      file: strategistFile,
      managerFile: managerFileOf(strategistFile, managerFiles),
      namingOf: (vault) =>
        readNaming(words, { chainId: chain.id, vault, file: strategistFile }, context),
    })
    const block = blockTagOf(words.block)
    const vaults = [openVault(file), ...furtherFiles.map(openVault)] as const
    const reader = openSafeReader(chain, { safe, block, vaults })
    return work({ chain, reader, services: servicesOf(words, chain.id, context) })
  })
}

function readTrees(paths: readonly string[], context: Context): Promise<readonly TreeFile[]> {
  return Promise.all(paths.map((path) => readTree(path, context)))
}

/** Of several trees each names a Manager of its own: nothing else tells which one a batch is held against. */
function assertOneEach(option: 'tree' | 'manager-tree', files: readonly TreeFile[]): void {
  const managers = files.map(({ metadata: { manager } }) => manager?.toLowerCase() ?? null)
  if (files.length < 2) return
  if (managers.includes(null)) {
    const message = `A file of --${option} does not name its Manager. Give one such file alone, or files that name it.`
    throw new UsageError(message, { option })
  }
  const twice = managers.find((manager, index) => managers.indexOf(manager) !== index)
  if (twice === undefined) return
  const message = `Two files of --${option} are for the Manager ${twice}. Give one for each Manager.`
  throw new UsageError(message, { option, value: twice ?? '' })
}

/** One alone is taken as it is; of several that of the same Manager. */
function managerFileOf(file: TreeFile | null, managerFiles: readonly TreeFile[]): TreeFile | null {
  if (managerFiles.length < 2) return managerFiles[0] ?? null
  const manager = file?.metadata.manager ?? null
  const isOf = ({ metadata }: TreeFile) =>
    manager !== null && metadata.manager !== null && isSameAddress(metadata.manager, manager)
  return managerFiles.find(isOf) ?? null
}

/** Opens the services that the options name. */
export function servicesOf(
  { service: names, 'service-key-env': variable }: ValuesOf<typeof serviceOptions>,
  chainId: number,
  { config }: Context,
): readonly [SafeService, ...SafeService[]] {
  const key = variable === undefined ? null : (config.variables[variable] ?? null)
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  const [first = 'transaction', ...further] = names
  const open = (word: string): SafeService => {
    const [, kind, url = null] = /^(transaction|queue)(?:=(https?:\/\/\S+))?$/.exec(word) ?? []
    if (kind === undefined) {
      const message = `--service cannot be ${JSON.stringify(word)}. Give transaction or queue, with a URL as in queue=https://….`
      throw new UsageError(message, { option: 'service', value: word })
    }
    const settings = { fetch, url, key, chainId, wait }
    return kind === 'queue' ? openQueueService(settings) : openTransactionService(settings)
  }
  return [open(first), ...further.map(open)]
}

/** True if the answer is a Yes, or a Yes with conditions that are allowed. */
export function isAccepted({ verdict }: JudgedEntry, isConditionalAllowed: boolean): boolean {
  return verdict.answer === 'yes' || (verdict.answer === 'conditional' && isConditionalAllowed)
}

export function entryJsonOf(
  { verified, state, verdict }: JudgedEntry,
  { account }: Pick<JudgedQueue, 'account'>,
): Json {
  const { hash, signatures, entry } = verified
  return {
    nonce: entry.transaction.nonce,
    safeTxHash: hash,
    statedHash: entry.statedHash,
    state,
    answer: verdict.answer,
    contentHash: verdict.contentHash,
    signers: signatures.map(({ owner }) => owner),
    proposedByDelegate: entry.proposedByDelegate,
    reasons: verdict.reasons as unknown as Json,
    transaction: entry.transaction as unknown as Json,
    link: safeLinkOf(account, hash),
  }
}
