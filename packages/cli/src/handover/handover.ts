import type { Address } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { safeLinkOf } from '@vaultwright/safe'
import {
  type JudgedEntry,
  type JudgedQueue,
  openQueueService,
  openSafeReader,
  openTransactionService,
  type SafeReader,
  type SafeService,
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
  tree: text('The tree of the Safe as strategist, which you reviewed', 'file'),
  'manager-tree': text(
    'The tree of the own root of the Manager, for calls inside flash loans',
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
  const { tree, 'manager-tree': managerTree } = words
  const file = tree === undefined ? null : await readTree(tree, context)
  const managerFile = managerTree === undefined ? null : await readTree(managerTree, context)
  const { onChain } = await import('../input/node.ts')
  return onChain(words, context, (chain) => {
    const namingOf = async (vault: Address | null) => {
      const named = { chainId: chain.id, vault, file }
      return { naming: await readNaming(words, named, context), rules: ruleBook, reads: {} }
    }
    const block = blockTagOf(words.block)
    const reader = openSafeReader(chain, { safe, block, file, managerFile, namingOf })
    return work({ chain, reader, services: servicesOf(words, chain.id, context) })
  })
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
