import { basename, dirname, join } from 'node:path'
import {
  emptyLock,
  type Inference,
  inferDefinition,
  printDefinition,
  printOrder,
} from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import { type ChainInfo, knownVaults } from '@vaultwright/registry'
import { chainOfWord } from './chain-word.ts'
import type { Context } from './context.ts'
import { knowledgeFor, readLock } from './definition-input.ts'
import { writeFileWhole } from './file.ts'
import { readSoundTree } from './tree-input.ts'
import { UsageError } from './usage.ts'

/** How a person asks for a definition of a tree. */
export type InferWords = {
  readonly tree: string
  readonly chain: string | undefined
  readonly name: string | undefined
  readonly strategist: string | undefined
  readonly address: string | undefined
  readonly vault: string | undefined
  readonly manager: string | undefined
  readonly lock: string | undefined
  readonly out: string | undefined
}

/** A definition that was inferred, and the order file beside it. */
export type Inferred = {
  readonly inference: Inference
  readonly text: string
  /** Where the order was written; null when nothing was. */
  readonly orderPath: string | null
}

/**
 * Infers the definition of a tree file, and writes its order beside `--out`.
 *
 * @throws {UsageError} without a chain; {UnknownOwnerError} without a vault; and what reading and writing throw.
 */
export async function inferFrom(words: InferWords, context: Context): Promise<Inferred> {
  const file = await readSoundTree(words.tree, context)
  const chain = chainNamed(words.chain)
  const lock = words.lock === undefined ? emptyLock : await readLock(words.lock, context)
  const vault = words.vault === undefined ? file.metadata.vault : parseAddress(words.vault)
  const known = knownVaults.find((one) => one.vault.toLowerCase() === vault?.toLowerCase())
  const stem = stemOf(words.out ?? (words.tree === '-' ? 'vault' : words.tree))
  const orderName = `${stem}.order.json`
  const inference = inferDefinition(file, {
    chain,
    vault,
    name: words.name ?? known?.name ?? stem,
    strategist: words.strategist ?? 'main',
    account: words.address === undefined ? null : parseAddress(words.address),
    manager: words.manager === undefined ? null : parseAddress(words.manager),
    orderPath: orderName,
    knownFacts: knowledgeFor({ lock }, chain.id),
  })
  const text = printDefinition(inference.definition, inference.notes)
  if (words.out === undefined) return { inference, text, orderPath: null }
  const orderPath = join(dirname(words.out), orderName)
  await writeFileWhole(orderPath, [printOrder(inference.order)], context.signal)
  return { inference, text, orderPath }
}

function chainNamed(word: string | undefined): ChainInfo {
  if (word === undefined) {
    throw new UsageError('A tree file does not say its chain. Give --chain, as in --chain mainnet.')
  }
  const { id, known } = chainOfWord(word, 'chain')
  if (known !== null) return known
  throw new UsageError(`--chain ${id} is no chain on record. Give one that is, by name or id.`, {
    option: 'chain',
    value: word,
  })
}

function stemOf(path: string): string {
  return basename(path).replace(/\.(ya?ml|json)$/, '')
}
