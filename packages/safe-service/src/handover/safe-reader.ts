import { type Address, type Hex, isSameAddress, isSound } from '@vaultwright/base'
import {
  type Chain,
  type ChainUnit,
  provenSafeAccount,
  readManageRoot,
  readSafeAccount,
  readSafeHash,
  readUnits,
  readVaultOf,
  type SafeProof,
  signatureReaderOf,
} from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import type { PacketRoot, QueueEvidence } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import {
  type SafeAccountState,
  type SafeTransaction,
  type SignatureReader,
  usualMultiSendOf,
} from '@vaultwright/safe'

/** A Safe at one block, with everything that its queue is judged by. */
export type SafeAtBlock = {
  readonly account: SafeAccountState
  /** Null where owners, threshold, nonce, modules and guards follow from the block's hash by storage proofs. */
  readonly unprovenBecause: string | null
  /** The bytes of those proofs; null without them. */
  readonly proof: SafeProof | null
  readonly signatures: SignatureReader
  readonly evidence: QueueEvidence
  /** The hash that the Safe itself computes; null where it does not answer. */
  readonly hashOf: (transaction: SafeTransaction) => Promise<Hex | null>
  /** The units of tokens as they state them at the block. */
  readonly unitsOf: (tokens: readonly Address[]) => Promise<readonly ChainUnit[]>
}

/** Reads a Safe anew, each time at one block. */
export type SafeReader = () => Promise<SafeAtBlock>

/** A tree, the Manager that it is for, and what contradicts it. */
export type ReviewedTree = Pick<TreeFile, 'tree' | 'findings'> & {
  readonly metadata: Pick<TreeFile['metadata'], 'manager'>
}

/** A vault of which the Safe is a strategist: what batches of its Manager are held against. */
export type StrategistVault = {
  /** Null where none is known: no batch is then told to be of this vault. */
  readonly manager: Address | null
  /** The tree of the Safe as strategist; null without one. */
  readonly file: ReviewedTree | null
  readonly managerFile: ReviewedTree | null
  /** Makes the names of accounts, where the chain says of which vault the Manager is. */
  readonly namingOf: (vault: Address | null) => Promise<CallContext>
}

/** The Safe, and what its calls are held against. */
export type SafeReaderOptions = {
  readonly safe: Address
  readonly block: BlockTag
  /** Each batch is held against the tree of the vault whose Manager it calls, else against the first. */
  readonly vaults: readonly [StrategistVault, ...StrategistVault[]]
}

/** Opens the reader of a Safe on a chain. */
export function openSafeReader(chain: Chain, options: SafeReaderOptions): SafeReader {
  return async () => {
    const block = await chain.readBlock(options.block)
    const account = await readSafeAccount(chain, options.safe, block)
    const readings = await Promise.all(
      options.vaults.map(async (vault) => {
        const { root, address } = await readRoot(chain, { ...options, vault }, block)
        const naming = await vault.namingOf(address)
        return { manager: vault.manager, root, naming }
      }),
    )
    const { root, naming } = readings[0]!
    const libraries = (['MultiSendCallOnly', 'MultiSend'] as const).map(
      (name) => usualMultiSendOf(account.version, name).address,
    )
    const codes = await Promise.all(libraries.map((library) => chain.readCode(library, block)))
    const proving = await provenSafeAccount(chain, account, block)
    return {
      account,
      unprovenBecause: proving.isProven ? null : proving.because,
      proof: proving.isProven ? proving.proof : null,
      signatures: signatureReaderOf(chain, account, block),
      evidence: {
        rules: ruleBook,
        reads: {},
        root,
        naming,
        vaults: readings.flatMap(({ manager, ...further }) =>
          manager === null ? [] : [{ ...further, manager }],
        ),
        hasCode: (target) => {
          const index = libraries.findIndex((library) => isSameAddress(library, target))
          return index < 0 ? null : codes[index]!.hash !== null
        },
      },
      hashOf: (transaction) => readSafeHash(chain, { safe: account.safe, transaction }, block),
      unitsOf: (tokens) => readUnits(chain, tokens, block),
    }
  }
}

type VaultRoot = { readonly root: PacketRoot | null; readonly address: Address | null }
type RootQuestion = Pick<SafeReaderOptions, 'safe' | 'block'> & { readonly vault: StrategistVault }

/** Reads the root by which the Manager of the tree decides on the Safe's calls. */
async function readRoot(
  chain: Chain,
  { safe, vault: { file, managerFile }, block: tag }: RootQuestion,
  block: BlockRef,
): Promise<VaultRoot> {
  const manager = file?.metadata.manager ?? null
  if (file === null || manager === null) return { root: null, address: null }
  const reading = await readManageRoot(chain, { manager, strategist: safe, block })
  const { isProven } = reading
  const compared = typeof tag === 'string' && tag.startsWith('0x') ? (tag as Hex) : null
  const root: PacketRoot = {
    root: reading.root,
    origin: isProven ? 'chain' : 'server',
    tree: file.tree,
    isContradictory: [file, managerFile].some((each) => each !== null && !isSound(each.findings)),
    manager,
    provenManager: isProven ? manager : null,
    strategist: safe,
    chainId: chain.id,
    block: isProven ? { hash: block.hash, compared } : null,
    managerTree: managerFile?.tree ?? null,
  }
  return { root, address: await readVaultOf(chain, manager, block) }
}
