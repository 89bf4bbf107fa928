import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  allLeavesOfStrategist,
  buildStrategistTree,
  type ChainDefinition,
  chainIn,
  type Definition,
  doubtsOf,
  emptyLock,
  factsOfLock,
  type Lock,
  leavesOfStrategist,
  parseDefinition,
  parseLock,
  parseOrder,
  type StrategistTree,
  strategistIn,
} from '@vaultwright/definition'
import { type KnownFacts, knownFactsOf, mergeFacts } from '@vaultwright/protocols'
import type { Context } from './context.ts'
import { readInput, textOf } from './input.ts'
import { UsageError } from './usage.ts'

/** How a person names a definition and what belongs to it. */
export type DefinitionWords = {
  readonly definition: string
  readonly lock: string | undefined
}

/** A definition that was read, and what is known beside it. */
export type DefinitionGround = {
  readonly definition: Definition
  /** Where it was read from: order files lie beside it. */
  readonly path: string
  readonly lock: Lock
  readonly lockPath: string
  /** Both as they are written; null where there is no lock file. */
  readonly text: string
  readonly lockText: string | null
}

/** How a tree shall be built. */
export type BuildWords = {
  readonly strategist: string
  readonly capacity: number | undefined
  readonly 'keep-duplicates': boolean
}

/** The option that every command with a definition has. */
export const lockOption = {
  kind: 'text',
  value: 'file',
  describe: 'What was read from chains; vaultwright.lock.json beside the definition when not given',
} as const

/**
 * Reads a definition and its lock file.
 *
 * @throws {DefinitionFileError} {LockFileError} when one of them is none, and what reading throws.
 */
export async function readDefinition(
  { definition: path, lock }: DefinitionWords,
  context: Context,
): Promise<DefinitionGround> {
  const text = textOf(await readInput(path, context), path)
  const definition = parseDefinition(text)
  const lockPath = lock ?? besideOf(path, 'vaultwright.lock.json')
  const isThere = lock !== undefined || existsSync(lockPath)
  const lockText = isThere ? textOf(await readInput(lockPath, context), lockPath) : null
  const read = lockText === null ? emptyLock : parseLock(lockText)
  return { definition, path, lock: read, lockPath, text, lockText }
}

/**
 * Reads a lock file.
 *
 * @throws {LockFileError} when it is none, and what reading throws.
 */
export async function readLock(path: string, context: Context): Promise<Lock> {
  return parseLock(textOf(await readInput(path, context), path))
}

/**
 * Chooses the chain that is meant.
 *
 * @throws {UsageError} when it is not said and there are several.
 * @throws {MissingPartError} when the definition has no such chain.
 */
export function chainMeant(definition: Definition, word: string | undefined): ChainDefinition {
  if (word !== undefined) return chainIn(definition, word)
  const [only, ...others] = definition.chains
  if (only !== undefined && others.length === 0) return only
  const names = definition.chains.map(({ chain }) => chain.slug).join(', ')
  throw new UsageError(`The definition is of several chains: ${names}. Choose one with --chain.`)
}

/** Joins what lock file and registry know of a chain. */
export function knowledgeFor(
  { lock }: Pick<DefinitionGround, 'lock'>,
  chainId: number,
): KnownFacts {
  return mergeFacts([factsOfLock(lock, chainId), knownFactsOf(chainId)])
}

/**
 * Builds the tree of one strategist, in the order that the definition names.
 *
 * @throws {UsageError} for duplicates that an order decides on already, and what resolving, reading and building throw.
 */
export async function buildTreeFor(
  ground: DefinitionGround,
  chain: ChainDefinition,
  { words, context }: { readonly words: BuildWords; readonly context: Context },
): Promise<StrategistTree> {
  const { definition, path } = ground
  const { id } = chain.chain
  const { strategist, capacity } = words
  const { order } = strategistIn(chain, strategist)
  const whose = { chain: id, strategist, knownFacts: knowledgeFor(ground, id) }
  if (order !== null && words['keep-duplicates']) {
    const why = 'An order says itself which leaves come twice. Leave --keep-duplicates out.'
    throw new UsageError(why)
  }
  const leaves = words['keep-duplicates']
    ? allLeavesOfStrategist(definition, whose)
    : leavesOfStrategist(definition, whose)
  const orderPath = order === null ? null : besideOf(path, order)
  const read =
    orderPath === null ? null : parseOrder(textOf(await readInput(orderPath, context), orderPath))
  const built = buildStrategistTree(definition, leaves, {
    ...{ chain: id, strategist },
    ...(capacity === undefined ? {} : { capacity }),
    ...(read === null ? {} : { order: read }),
  })
  return { ...built, findings: [...built.findings, ...doubtsOf(definition, whose)] }
}

/** A name that a file mentions is beside that file; beside nothing for standard input. */
function besideOf(path: string, name: string): string {
  return path === '-' ? name : join(dirname(path), name)
}
