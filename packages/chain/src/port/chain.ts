import type { Address } from '@vaultwright/base'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import { type ProofQuery, readProof, type StorageProof } from '../proof/storage-proof.ts'
import { blockRefOf, readHeader } from '../read/block.ts'
import { type BlockAtReader, type BlocksAtReader, openBlocksAtReader } from '../read/block-at.ts'
import { type Code, readCode } from '../read/code.ts'
import { openPinnedAsk } from '../read/pinned-ask.ts'
import { type CallReader, openCallReader } from '../read/read-calls.ts'
import { type LogReader, openLogReader } from '../read/read-logs.ts'
import {
  openTokenReader,
  readNativeBalances,
  readTokenBalances,
  type Token,
  type TokenHolding,
} from '../read/token.ts'
import { assertChainId, chainIdCall } from '../rpc/chain-id.ts'
import type { Rpc } from '../rpc/rpc.ts'

/** The port to a chain: what was true at a block, never mixed with what was true at another. */
export type Chain = {
  readonly id: number
  readonly rpc: Rpc
  /** Reads which block a number, a hash or a node's word stands for. */
  readonly readBlock: (tag: BlockTag) => Promise<BlockRef>
  /** Finds the last block at or before a time in unix seconds. */
  readonly readBlockAt: BlockAtReader
  /** Finds the last block at or before each of many times, all of them together in few round trips. */
  readonly readBlocksAt: BlocksAtReader
  /** Reads many calls at one block in one round trip. */
  readonly readCalls: CallReader
  /** Reads logs over a range, in order, each once, none left out. */
  readonly readLogs: LogReader
  /** Reads an account's code and its hash. */
  readonly readCode: (address: Address, block: BlockRef) => Promise<Code>
  /** Reads storage and follows its proof from the block's state root. */
  readonly readProof: (query: ProofQuery) => Promise<StorageProof>
  /** Reads balances of the native coin, in wei, in the order of the holders. */
  readonly readNativeBalances: (
    holders: readonly Address[],
    block: BlockRef,
  ) => Promise<readonly bigint[]>
  /** Reads balances in base units; null where the account is not a token that says. */
  readonly readTokenBalances: (
    holdings: readonly TokenHolding[],
    block: BlockRef,
  ) => Promise<readonly (bigint | null)[]>
  /** Reads a token's symbol and decimals; each token is asked for once. */
  readonly readToken: (token: Address, block: BlockRef) => Promise<Token>
  /** Reads many tokens in one round trip, in their order. */
  readonly readTokens: (tokens: readonly Address[], block: BlockRef) => Promise<readonly Token[]>
}

/** Options of a chain. */
type ChainOptions = {
  /** The chain id that the node must have. */
  readonly id: number
  /** Blocks that logs are asked for at once, at first. 2 000 when not said. */
  readonly logBlocks?: bigint
  /** The most blocks that logs are ever asked for at once. 100 000 when not said. */
  readonly logBlocksLimit?: bigint
}

/**
 * Opens a chain on a node, after making sure that the node is on it.
 *
 * @param options - the chain's id, and how logs are asked for.
 * @throws {WrongChainError} when the node is on another chain.
 */
export async function openChain(rpc: Rpc, options: ChainOptions): Promise<Chain> {
  await assertChain(rpc, options)
  return chainOver(rpc, options)
}

/**
 * Opens a chain as `openChain` does, and reads a block in the same round trip.
 *
 * @throws {WrongChainError} when the node is on another chain; else as `readBlock`.
 */
export async function openChainAt(
  rpc: Rpc,
  options: ChainOptions,
  tag: BlockTag,
): Promise<{ readonly chain: Chain; readonly block: BlockRef }> {
  const chain = chainOver(rpc, options)
  const reading = chain.readBlock(tag)
  // A node on another chain is refused for that, and not for its blocks.
  reading.catch(() => {})
  await assertChain(rpc, options)
  return { chain, block: await reading }
}

async function assertChain(rpc: Rpc, { id }: ChainOptions): Promise<void> {
  const [answer] = await rpc.ask([chainIdCall])
  assertChainId(answer, id, rpc.name)
}

function chainOver(rpc: Rpc, options: ChainOptions): Chain {
  const pinned = openPinnedAsk(rpc)
  const readCalls = openCallReader(pinned)
  const readTokens = openTokenReader(readCalls)
  const readBlocksAt = openBlocksAtReader(rpc)
  const blocks = options.logBlocks ?? 2_000n
  return {
    id: options.id,
    rpc,
    readBlock: async (tag) => blockRefOf(await readHeader(rpc, tag)),
    readBlockAt: async (atUnix) => (await readBlocksAt([atUnix]))[0]!,
    readBlocksAt,
    readCalls,
    readLogs: openLogReader(rpc, { blocks, blocksLimit: options.logBlocksLimit ?? 100_000n }),
    readCode: (address, block) => readCode(pinned, address, block),
    readProof: (query) => readProof(pinned, query),
    readNativeBalances: (holders, block) => readNativeBalances(pinned, holders, block),
    readTokenBalances: (holdings, block) => readTokenBalances(readCalls, holdings, block),
    readToken: async (token, block) => (await readTokens([token], block))[0]!,
    readTokens,
  }
}
