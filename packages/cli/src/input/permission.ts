import { type Address, type Digest, type Hex, isSameAddress, parseHexOf } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import type { Certainty, VerifyOptions } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import type { OnChainVerdict, VerifyFiles } from '@vaultwright/operations'
import { pricedRuleBook, ruleBook } from '@vaultwright/protocols'
import { flag } from '../command/command.ts'
import { untilInterrupted } from '../command/service.ts'
import { assertGiven, UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { readReads } from './call.ts'
import { blockTagOf, type NodeOptions } from './node-option.ts'
import { readSoundTree } from './tree.ts'

type PermissionArguments = {
  /** Decoders that bind the price of swaps. */
  readonly priced?: readonly string[]
  readonly tree: string | undefined
  readonly root: string | undefined
  readonly 'manager-tree': string | undefined
  readonly 'manager-root': string | undefined
  readonly manager: string | undefined
  readonly reads: string | undefined
}

/** The inputs of verifying calldata. */
export type VerifiedPermission = {
  readonly options: VerifyOptions
  /** True when the Manager's own root was not given and is taken to be the strategist's. */
  readonly isRootAssumed: boolean
  /** As the tree states it. */
  readonly vault: Address | null
  /** The strategist's tree; null where only its root was given. */
  readonly file: TreeFile | null
}

/** Reads trees, roots and values of the chain. */
export async function readPermission(
  args: PermissionArguments,
  context: Context,
): Promise<VerifiedPermission> {
  if (args.tree === undefined && args.root === undefined) {
    throw new UsageError('There is nothing to verify against. Give --tree, --root or --rpc-url.')
  }
  return permissionOf(await readVerifyFiles(args, context), args)
}

async function readVerifyFiles(
  args: Pick<PermissionArguments, 'tree' | 'manager-tree' | 'reads'>,
  context: Context,
): Promise<VerifyFiles> {
  const file = args.tree === undefined ? undefined : await readSoundTree(args.tree, context)
  const managerTreePath = args['manager-tree']
  const managerFile =
    managerTreePath === undefined ? undefined : await readSoundTree(managerTreePath, context)
  return { file, managerFile, reads: await readReads(args.reads, context) }
}

function permissionOf(
  { file, managerFile, reads }: VerifyFiles,
  args: PermissionArguments,
): VerifiedPermission {
  const strategistInput = { tree: file?.tree, root: rootIn(args.root) }
  const managerInput = { tree: managerFile?.tree, root: rootIn(args['manager-root']) }
  const isRootAssumed = managerInput.tree === undefined && managerInput.root === undefined
  const inner = isRootAssumed ? strategistInput : managerInput
  const manager = args.manager === undefined ? file?.metadata.manager : parseAddress(args.manager)
  const options: VerifyOptions = {
    rules: ruleBook,
    ruleBooks: new Map(
      (args.priced ?? []).map((text) => [parseAddress(text).toLowerCase(), pricedRuleBook]),
    ),
    reads,
    ...(strategistInput.tree === undefined ? {} : { tree: strategistInput.tree }),
    ...(strategistInput.root === undefined ? {} : { root: strategistInput.root }),
    ...(inner.tree === undefined ? {} : { managerTree: inner.tree }),
    ...(inner.root === undefined ? {} : { managerRoot: inner.root }),
    ...(manager === undefined || manager === null ? {} : { manager }),
  }
  return { options, isRootAssumed, vault: file?.metadata.vault ?? null, file: file ?? null }
}

/** The option by which a person takes an answer that rests on values of the chain. */
export const conditionalOption = {
  'allow-conditional': flag(
    'Exits 0 although the answer rests on values of the chain that are not known here',
  ),
} as const

/** Options that say which answers a person takes for a yes. */
export type Acceptance = { readonly strict: boolean; readonly 'allow-conditional': boolean }

/** Tells whether a verdict counts as yes: a script that reads the exit code alone must not take a condition for one. */
export function isYes(verdict: Certainty, { strict, ...options }: Acceptance): boolean {
  const isTaken = options['allow-conditional'] && !strict
  return verdict === 'proven' || (verdict === 'conditional' && isTaken)
}

function rootIn(text: string | undefined): Digest | undefined {
  return text === undefined ? undefined : parseHexOf(text, 32)
}

/** The chain's facts about a batch beside the verdict: units of its tokens, and accounts that forward its calls. */
export type ReadNames = {
  readonly units: readonly ChainUnit[]
  readonly drones: readonly Address[]
}

/** Options of a verification against a chain. */
export type OnChainOptions = PermissionArguments &
  NodeOptions & { readonly strategist: string | undefined }

/**
 * Verifies a batch against what the chain says at one block: roots, pause, roles, code, and what the
 * decoders themselves answer.
 */
export async function verifyOnChain(
  data: Hex,
  args: OnChainOptions,
  context: Context,
): Promise<OnChainVerdict & Pick<VerifiedPermission, 'file'> & ReadNames> {
  const node = await import('./node.ts')
  node.assertNodeNamed(args, context)
  const strategist = parseAddress(assertGiven(args.strategist, 'strategist'))
  if (args.root !== undefined || args['manager-root'] !== undefined) {
    throw new UsageError(
      'The chain says which roots there are. Leave --root and --manager-root out, or --rpc-url.',
    )
  }
  const tag = blockTagOf(args.block)
  const files = await readVerifyFiles(args, context)
  const manager = managerOf(args.manager, files.file)
  const { assertVault, onChain, readCallUnits, readDrones, readManager, verifyAtBlock } = node
  const work = onChain(args, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const reading = await readManager(chain, { manager, strategist, block })
    assertVault(reading, files.file?.metadata.vault ?? null)
    const verdict = await verifyAtBlock(chain, data, { files, reading, rules: ruleBook })
    const place = { manager, vault: reading.vault, block }
    const drones = await readDrones(chain, data, place)
    return { ...verdict, drones, units: await readCallUnits(chain, data, { ...place, drones }) }
  })
  return { ...(await untilInterrupted(context.signal, work)), file: files.file ?? null }
}

function managerOf(word: string | undefined, file: TreeFile | undefined): Address {
  const address = word === undefined ? null : parseAddress(word)
  const stated = file?.metadata.manager ?? null
  const manager = address ?? stated
  if (manager === null) {
    throw new UsageError('The Manager is not known. Give --manager, or a tree that states it.')
  }
  if (address !== null && stated !== null && !isSameAddress(address, stated)) {
    throw new UsageError(
      `The tree states the Manager ${stated}, not ${address}. Leave --manager out, or give its own tree.`,
    )
  }
  return manager
}
