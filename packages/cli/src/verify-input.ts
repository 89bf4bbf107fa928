import { type Digest, parseHexOf } from '@vaultwright/base'
import type { VerifyOptions } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import type { Context } from './context.ts'
import { readReads } from './reads-input.ts'
import { readSoundTree } from './tree-input.ts'
import { UsageError } from './usage.ts'

/** How a person says what calldata is verified against. */
export type GroundWords = {
  readonly tree: string | undefined
  readonly root: string | undefined
  readonly 'manager-tree': string | undefined
  readonly 'manager-root': string | undefined
  readonly manager: string | undefined
  readonly reads: string | undefined
}

/** What calldata is verified against. */
export type VerifyGround = {
  readonly options: VerifyOptions
  /** True when the Manager's own root was not given and is taken to be the strategist's. */
  readonly isRootAssumed: boolean
}

/**
 * Reads trees, roots and values of the chain.
 *
 * @param words - files and values.
 * @param context - where standard input is.
 * @returns what to verify against.
 * @throws {UsageError} when neither a tree nor a root is given, and what reading throws.
 */
export async function readGround(words: GroundWords, context: Context): Promise<VerifyGround> {
  if (words.tree === undefined && words.root === undefined) {
    throw new UsageError('There is nothing to verify against. Give --tree or --root.')
  }
  const file = words.tree === undefined ? undefined : await readSoundTree(words.tree, context)
  const other = words['manager-tree']
  const managerFile = other === undefined ? undefined : await readSoundTree(other, context)
  const own = { tree: file?.tree, root: rootIn(words.root) }
  const given = { tree: managerFile?.tree, root: rootIn(words['manager-root']) }
  const isRootAssumed = given.tree === undefined && given.root === undefined
  const inner = isRootAssumed ? own : given
  const manager = words.manager === undefined ? file?.metadata.manager : parseAddress(words.manager)
  const reads = await readReads(words.reads, context)
  const options: VerifyOptions = {
    rules: ruleBook,
    reads,
    ...(own.tree === undefined ? {} : { tree: own.tree }),
    ...(own.root === undefined ? {} : { root: own.root }),
    ...(inner.tree === undefined ? {} : { managerTree: inner.tree }),
    ...(inner.root === undefined ? {} : { managerRoot: inner.root }),
    ...(manager === undefined || manager === null ? {} : { manager }),
  }
  return { options, isRootAssumed }
}

function rootIn(text: string | undefined): Digest | undefined {
  return text === undefined ? undefined : parseHexOf(text, 32)
}
