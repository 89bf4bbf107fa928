import { type Address, type Hex, isSound, parseHexOf, printHex } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { RootInForce } from '@vaultwright/check'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import type { Packet, PacketRoot } from '@vaultwright/packet'
import { type RootProofAnswer, verifyRootProof } from '@vaultwright/proof'
import { signedCallsOf } from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import { readJson } from '../../input/input.ts'
import { blockTagOf, isNodeWanted, type NodeOptions } from '../../input/node-option.ts'
import { fieldsOf, textAt } from '../../input/shape.ts'
import { readTree } from '../../input/tree.ts'
import type { Context } from '../../terminal/context.ts'

/** Options that say what the calls are held against. */
type RootWords = NodeOptions & {
  readonly tree: string | undefined
  readonly root: string | undefined
  readonly 'root-proof': string | undefined
  readonly 'manager-tree': string | undefined
  readonly manager: string | undefined
  /** Of the block that is proven final; null without such a proof. */
  readonly finalHash: Hex | null
}

/** The root, the tree file that names accounts, and what a node says of accounts in the packet. */
type ReadPacketRoot = {
  readonly root: PacketRoot | null
  readonly file: TreeFile | null
  readonly accounts: PacketAccounts
}

/** The chain's facts about accounts at the block of the root; empty if no node was asked. */
type PacketAccounts = {
  /** By address in lower case. */
  readonly codes: ReadonlyMap<string, boolean>
  readonly drones: readonly Address[]
  /** For which vault the Manager acts. */
  readonly vault: Address | null
}

type RootReading = Pick<
  PacketRoot,
  'root' | 'origin' | 'manager' | 'provenManager' | 'strategist' | 'chainId' | 'block'
> & { readonly accounts?: PacketAccounts }

const nothingAsked: PacketAccounts = { codes: new Map(), drones: [], vault: null }

/** Reads what the calls of a packet are held against; null when nothing is given. */
export async function readPacketRoot(
  words: RootWords,
  { packet, safe }: { readonly packet: Packet; readonly safe: Address | null },
  context: Context,
): Promise<ReadPacketRoot> {
  const file = words.tree === undefined ? null : await readTree(words.tree, context)
  const managerTreePath = words['manager-tree']
  const managerFile =
    managerTreePath === undefined ? null : await readTree(managerTreePath, context)
  const manager = words.manager === undefined ? null : parseAddress(words.manager)
  const statedManager = manager ?? file?.metadata.manager ?? null
  const origin = await originOf(
    words,
    {
      packet,
      safe,
      manager: statedManager,
      vault: file?.metadata.vault ?? null,
      hasTree: file !== null,
    },
    context,
  )
  if (origin === null) return { root: null, file, accounts: nothingAsked }
  const { accounts = nothingAsked, ...reading } = origin
  const root: PacketRoot = {
    ...reading,
    manager: manager ?? reading.manager ?? statedManager,
    tree: file?.tree ?? null,
    isContradictory: [file, managerFile].some((each) => each !== null && !isSound(each.findings)),
    managerTree: managerFile?.tree ?? null,
  }
  return { root, file, accounts }
}

type RootSubject = {
  readonly packet: Packet
  readonly safe: Address | null
  readonly manager: Address | null
  /** As the tree states it. */
  readonly vault: Address | null
  readonly hasTree: boolean
}

async function originOf(
  words: RootWords,
  subject: RootSubject,
  context: Context,
): Promise<RootReading | null> {
  const nothing = {
    root: null,
    manager: null,
    provenManager: null,
    strategist: null,
    chainId: null,
    block: null,
  }
  const proof = words['root-proof']
  if (proof !== undefined) return originOfProof(await readJson(proof, context), words)
  if (words['rpc-url'].length > 0 || isReadAtBlock(words)) {
    return readOrigin(words, subject, context)
  }
  if (words.root !== undefined) {
    const root = printHex(parseHexOf(words.root as Hex, 32))
    return { ...nothing, root, origin: subject.hasTree ? 'tree' : 'pasted' }
  }
  return subject.hasTree ? { ...nothing, origin: 'tree' } : null
}

/** `--chain` alone names the chain of the packet, and asks no node. */
function isReadAtBlock({ chain: _, ...words }: RootWords): boolean {
  return isNodeWanted({ ...words, chain: undefined })
}

/** Follows the root of a proof from its block. */
export function originOfProof(
  value: unknown,
  words: BlockWords,
): RootInForce & Pick<PacketRoot, 'origin' | 'provenManager'> {
  const body = fieldsOf(value, 'the proof')
  const data = (body.data ?? body) as RootProofAnswer & { readonly chain_id?: unknown }
  const manager = parseAddress(textAt(data.manager_address, 'manager_address'))
  const strategist = parseAddress(textAt(data.strategist_address, 'strategist_address'))
  const verified = verifyRootProof(data, { manager, strategist })
  if (!verified.ok) throw verified.error
  const chainId = Number.isSafeInteger(data.chain_id) ? (data.chain_id as number) : null
  const { root } = verified
  return {
    root,
    origin: 'chain',
    manager,
    provenManager: manager,
    strategist,
    chainId,
    vault: null,
    block: comparedBlock(verified.block.hash, words),
  }
}

/** The hash of a block that the signer read elsewhere; null where the block is named otherwise, or not. */
function hashIn(block: string | undefined): Hex | null {
  const tag = blockTagOf(block)
  return typeof tag === 'string' && tag.startsWith('0x') ? (tag as Hex) : null
}

/** The block of a root, with the hash that it is held against: the signer's, or that of a block proven final. */
function comparedBlock(hash: Hex, { block, finalHash }: BlockWords): RootReading['block'] {
  const isFinal = finalHash !== null && hash.toLowerCase() === finalHash
  return { hash, compared: hashIn(block) ?? (isFinal ? finalHash : null) }
}

/** The name of a root's block, and the hash of the block that is proven final. */
type BlockWords = Pick<RootWords, 'block' | 'finalHash'>

/** The accounts whose root is asked for. */
type RootParties = {
  readonly manager: Address
  readonly strategist: Address
  /** As the tree states it; null where it does not. */
  readonly vault: Address | null
}

/** Reads the root in force at a block of a node, proven where the node gives proofs. */
export async function readRootAt(
  chain: Chain,
  words: BlockWords,
  { manager, strategist, vault: statedVault }: RootParties,
): Promise<
  RootInForce & Pick<PacketRoot, 'origin' | 'provenManager'> & { readonly readAt: BlockRef }
> {
  const { assertVault, readManager } = await import('../../input/node.ts')
  const readAt = await chain.readBlock(blockTagOf(words.block))
  const reading = await readManager(chain, { manager, strategist, block: readAt })
  assertVault(reading, statedVault)
  const { root, isProven } = reading.root
  return {
    root,
    origin: isProven ? 'chain' : 'server',
    manager,
    provenManager: isProven ? manager : null,
    strategist,
    chainId: chain.id,
    vault: reading.vault,
    block: isProven ? comparedBlock(readAt.hash, words) : null,
    readAt,
  }
}

/** Asks a node for the root of whoever calls the Manager. */
async function readOrigin(
  words: RootWords,
  { packet, safe, manager: stated, vault: statedVault }: RootSubject,
  context: Context,
): Promise<RootReading> {
  const batch = signedCallsOf(packet.call).find(({ call }) => call.kind === 'manager_batch')
  const manager = batch?.call.to ?? stated
  const strategist = safe ?? packet.stated.strategist
  if (manager === null || strategist === null) {
    throw new UsageError(
      'The root of a strategist at a Manager is asked for, and one of them is missing. Give --safe and --manager.',
    )
  }
  const { onChain, readDrones } = await import('../../input/node.ts')
  return onChain(words, context, async (chain) => {
    const parties = { manager, strategist, vault: statedVault }
    const reading = await readRootAt(chain, words, parties)
    const { readAt: block, vault } = reading
    const borrowed = signedCallsOf(packet.call).flatMap(({ call: { to, operation } }) =>
      operation === 'delegatecall' && to !== null ? [to] : [],
    )
    const codes = await Promise.all(
      borrowed.map(async (account) => {
        const { hash } = await chain.readCode(account, block)
        return [account.toLowerCase(), hash !== null] as const
      }),
    )
    const data = batch?.call.data
    const drones =
      data === undefined ? [] : await readDrones(chain, data, { manager, vault, block })
    const { root, origin, provenManager, chainId, block: rootBlock } = reading
    const accounts = { codes: new Map(codes), drones, vault }
    const rootPlace = { chainId, block: rootBlock }
    return { root, origin, manager: stated, provenManager, strategist, ...rootPlace, accounts }
  })
}
