import { type Address, type Hex, isSound, parseHexOf, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
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
export type RootWords = NodeOptions & {
  readonly tree: string | undefined
  readonly root: string | undefined
  readonly 'root-proof': string | undefined
  readonly 'manager-tree': string | undefined
  readonly manager: string | undefined
}

/** The root, and the tree file that names accounts. */
export type ReadPacketRoot = { readonly root: PacketRoot | null; readonly file: TreeFile | null }

type RootReading = Pick<
  PacketRoot,
  'root' | 'origin' | 'manager' | 'provenManager' | 'strategist' | 'chainId'
>

/** Reads what the calls of a packet are held against; null when nothing is given. */
export async function readPacketRoot(
  words: RootWords,
  { packet, safe }: { readonly packet: Packet; readonly safe: Address | null },
  context: Context,
): Promise<ReadPacketRoot> {
  const file = words.tree === undefined ? null : await readTree(words.tree, context)
  const other = words['manager-tree']
  const managerFile = other === undefined ? null : await readTree(other, context)
  const manager = words.manager === undefined ? null : parseAddress(words.manager)
  const statedManager = manager ?? file?.metadata.manager ?? null
  const origin = await originOf(
    words,
    { packet, safe, manager: statedManager, hasTree: file !== null },
    context,
  )
  if (origin === null) return { root: null, file }
  const root: PacketRoot = {
    ...origin,
    manager: manager ?? origin.manager ?? statedManager,
    tree: file?.tree ?? null,
    isContradictory: [file, managerFile].some((each) => each !== null && !isSound(each.findings)),
    managerTree: managerFile?.tree ?? null,
  }
  return { root, file }
}

type RootSubject = {
  readonly packet: Packet
  readonly safe: Address | null
  readonly manager: Address | null
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
  }
  const proof = words['root-proof']
  if (proof !== undefined) return originOfProof(await readJson(proof, context))
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

function originOfProof(value: unknown): RootReading {
  const body = fieldsOf(value, 'the proof')
  const data = (body.data ?? body) as RootProofAnswer & { readonly chain_id?: unknown }
  const manager = parseAddress(textAt(data.manager_address, 'manager_address'))
  const strategist = parseAddress(textAt(data.strategist_address, 'strategist_address'))
  const verified = verifyRootProof(data, { manager, strategist })
  if (!verified.ok) throw verified.error
  const chainId = Number.isSafeInteger(data.chain_id) ? (data.chain_id as number) : null
  const { root } = verified
  return { root, origin: 'chain', manager, provenManager: manager, strategist, chainId }
}

/** Asks a node for the root of whoever calls the Manager. */
async function readOrigin(
  words: RootWords,
  { packet, safe, manager: stated }: RootSubject,
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
  const { onChain, readManager } = await import('../../input/node.ts')
  return onChain(words, context, async (chain) => {
    const block = await chain.readBlock(blockTagOf(words.block))
    const { root } = await readManager(chain, { manager, strategist, block })
    const origin = root.isProven ? 'chain' : 'server'
    const provenManager = root.isProven ? manager : null
    const parties = { manager: stated, provenManager, strategist }
    return { root: root.root, origin, ...parties, chainId: chain.id }
  })
}
