import { type Address, type Digest, parseHexOf } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { Certainty, DecoderReadValues, VerifyOptions } from '@vaultwright/manager'
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
  /** As the tree states it. */
  readonly vault: Address | null
}

/** The files of a verification, read once. */
export type GroundFiles = {
  readonly file: TreeFile | undefined
  readonly managerFile: TreeFile | undefined
  readonly reads: DecoderReadValues
}

/**
 * Reads trees, roots and values of the chain.
 *
 * @throws {UsageError} when neither a tree nor a root is given, and what reading throws.
 */
export async function readGround(words: GroundWords, context: Context): Promise<VerifyGround> {
  if (words.tree === undefined && words.root === undefined) {
    throw new UsageError('There is nothing to verify against. Give --tree, --root or --rpc-url.')
  }
  return groundOf(await readGroundFiles(words, context), words)
}

/**
 * Reads the files that calldata is verified against.
 *
 * @throws what reading throws.
 */
export async function readGroundFiles(
  words: Pick<GroundWords, 'tree' | 'manager-tree' | 'reads'>,
  context: Context,
): Promise<GroundFiles> {
  const file = words.tree === undefined ? undefined : await readSoundTree(words.tree, context)
  const other = words['manager-tree']
  const managerFile = other === undefined ? undefined : await readSoundTree(other, context)
  return { file, managerFile, reads: await readReads(words.reads, context) }
}

function groundOf({ file, managerFile, reads }: GroundFiles, words: GroundWords): VerifyGround {
  const own = { tree: file?.tree, root: rootIn(words.root) }
  const given = { tree: managerFile?.tree, root: rootIn(words['manager-root']) }
  const isRootAssumed = given.tree === undefined && given.root === undefined
  const inner = isRootAssumed ? own : given
  const manager = words.manager === undefined ? file?.metadata.manager : parseAddress(words.manager)
  const options: VerifyOptions = {
    rules: ruleBook,
    reads,
    ...(own.tree === undefined ? {} : { tree: own.tree }),
    ...(own.root === undefined ? {} : { root: own.root }),
    ...(inner.tree === undefined ? {} : { managerTree: inner.tree }),
    ...(inner.root === undefined ? {} : { managerRoot: inner.root }),
    ...(manager === undefined || manager === null ? {} : { manager }),
  }
  return { options, isRootAssumed, vault: file?.metadata.vault ?? null }
}

/** Tells whether a verdict counts as yes. */
export function isYes(verdict: Certainty, strict: boolean): boolean {
  return verdict === 'proven' || (verdict === 'conditional' && !strict)
}

function rootIn(text: string | undefined): Digest | undefined {
  return text === undefined ? undefined : parseHexOf(text, 32)
}
