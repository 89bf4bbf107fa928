import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type AccountProtocols,
  type ChainDefinition,
  chainIn,
  type Definition,
  emptyLock,
  type Lock,
  parseDefinition,
  parseLock,
  parseOrder,
  printLock,
  protocolsOfAccounts as protocolsIn,
  type StrategistTree,
  strategistIn,
} from '@vaultwright/definition'
import { buildTreeOf, knownFactsFor, type LockUpdate } from '@vaultwright/operations'
import { filledBy, text } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import { parseText } from '../failure/file-problem.ts'
import type { Context } from '../terminal/context.ts'
import { writeKeptFile } from '../terminal/output-file.ts'
import { readInput, textOf } from './input.ts'
import { blockTagOf, type NodeOptions } from './node-option.ts'

export type DefinitionOptions = {
  readonly definition: string
  readonly lock: string | undefined
}

/** A definition that was read, and what is known beside it. */
export type DefinitionSource = {
  readonly definition: Definition
  /** The path it was read from: order files lie beside it. */
  readonly path: string
  readonly lock: Lock
  readonly lockPath: string
  /** Both as they are written; null where there is no lock file. */
  readonly text: string
  readonly lockText: string | null
}

type TreeBuildOptions = {
  readonly strategist: string
  readonly capacity: number | undefined
  readonly 'keep-duplicates': boolean
}

export const lockOption = filledBy(
  text('Facts read from chains; default: vaultwright.lock.json beside the definition', 'file'),
  'lock',
)

/** @param given - the text, where it was read already: standard input can be read once. */
export async function readDefinition(
  { definition: path, lock }: DefinitionOptions,
  context: Context,
  given?: string,
): Promise<DefinitionSource> {
  const text = given ?? textOf(await readInput(path, context), path)
  const definition = parseText({ path, text }, parseDefinition)
  const lockPath = lock ?? besideOf(path, 'vaultwright.lock.json')
  const isThere = lock !== undefined || existsSync(lockPath)
  const lockText = isThere ? textOf(await readInput(lockPath, context), lockPath) : null
  const content =
    lockText === null ? emptyLock : parseText({ path: lockPath, text: lockText }, parseLock)
  return { definition, path, lock: content, lockPath, text, lockText }
}

export async function readLock(path: string, context: Context): Promise<Lock> {
  return parseText({ path, text: textOf(await readInput(path, context), path) }, parseLock)
}

export function chainMeant(definition: Definition, word: string | undefined): ChainDefinition {
  if (word !== undefined) return chainIn(definition, word)
  const [only, ...furtherChains] = definition.chains
  if (only !== undefined && furtherChains.length === 0) return only
  const names = definition.chains.map(({ chain }) => chain.slug).join(', ')
  throw new UsageError(`The definition is of several chains: ${names}. Choose one with --chain.`)
}

/** Builds the tree of one strategist, in the order that the definition names. */
export async function buildTreeFor(
  source: DefinitionSource,
  chain: ChainDefinition,
  { options, context }: { readonly options: TreeBuildOptions; readonly context: Context },
): Promise<StrategistTree> {
  const { strategist, capacity } = options
  const { order } = strategistIn(chain, strategist)
  const keepDuplicates = options['keep-duplicates']
  if (order !== null && keepDuplicates) {
    const reason = 'An order says itself which leaves come twice. Leave --keep-duplicates out.'
    throw new UsageError(reason)
  }
  const readOrder = async () => {
    if (order === null) return null
    const path = besideOf(source.path, order)
    return parseText({ path, text: textOf(await readInput(path, context), path) }, parseOrder)
  }
  return buildTreeOf(source, chain, { strategist, capacity, keepDuplicates, readOrder })
}

/** A name that a file mentions is beside that file; beside nothing for standard input. */
function besideOf(path: string, name: string): string {
  return path === '-' ? name : join(dirname(path), name)
}

/** Refreshes the lock file of a definition from a node. */
export async function refreshLock(
  source: DefinitionSource,
  chain: ChainDefinition,
  { options, context }: { readonly options: NodeOptions; readonly context: Context },
): Promise<LockUpdate> {
  const { onChain, updateLock } = await import('./node.ts')
  const update = await onChain(
    { ...options, chain: String(chain.chain.id) },
    context,
    async (node) => {
      const block = await node.readBlock(blockTagOf(options.block))
      return updateLock(source, chain, { node, block })
    },
  )
  await writeKeptFile(source.lockPath, [printLock(update.lock)], context)
  return update
}

export function strategistMeant(chain: ChainDefinition, word: string | undefined): string {
  if (word !== undefined) return strategistIn(chain, word).name
  const [only, ...furtherStrategists] = chain.strategists
  if (only !== undefined && furtherStrategists.length === 0) return only.name
  const names = chain.strategists.map(({ name }) => name).join(', ')
  throw new UsageError(`Whose tree? Choose one with --strategist: ${names || '(there is none)'}.`)
}

/** Finds the protocols of the accounts of one chain of a definition. */
export function protocolsOfAccounts(
  source: DefinitionSource,
  { chain: { id } }: ChainDefinition,
): AccountProtocols {
  return protocolsIn(source.definition, { chain: id, knownFacts: knownFactsFor(source, id) })
}
