import { brotliCompressSync, constants } from 'node:zlib'
import { type Hex, keccak256, toRlp } from 'viem'

type Header = Readonly<Record<string, Hex>>
type Block = { readonly header: Header; readonly transactions: readonly unknown[] }
type Mined = { readonly block_hash: Hex; readonly block_number: number; readonly info: object }

/** The dump of Anvil, as far as it is used here. */
type State = {
  readonly block: Readonly<Record<string, unknown>>
  readonly blocks: readonly Block[]
  readonly transactions: readonly Mined[]
  readonly historical_states: readonly (readonly [Hex, unknown])[]
}

/** In the order in which a block's hash takes them (Cancun). */
const hashed = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
] as const

const integers = new Set<string>([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])

const noMix: Hex = `0x${'00'.repeat(32)}`

/**
 * Makes a dumped chain the same bytes each time it is made.
 *
 * Anvil draws `mixHash` at random, and every hash after it follows: here it is zero, hashes and the
 * parents that name them are computed anew, and everything stands in one order.
 *
 * @param dump - what Anvil dumped, as text.
 * @returns the same chain as text, in one spelling.
 * @throws {Error} when a header is not hashed as it is known here.
 */
export function canonicalState(dump: string): string {
  const state: State = JSON.parse(dump)
  const blocks = [...state.blocks].sort((one, other) => numberOf(one) - numberOf(other))
  const renamed = new Map<Hex, Hex>()
  const fresh: Block[] = []
  let parent: { readonly was: Hex; readonly is: Hex } | undefined
  for (const block of blocks) {
    const { header } = block
    const was = hashOf(header)
    if (parent !== undefined && header.parentHash !== parent.was) {
      throw new Error(`Block ${header.number} does not follow on the block before it.`)
    }
    const calm = { ...header, mixHash: noMix, parentHash: parent?.is ?? header.parentHash! }
    const is = hashOf(calm)
    renamed.set(was, is)
    fresh.push({ ...block, header: calm })
    parent = { was, is }
  }
  const nameOf = (hash: Hex) => {
    const name = renamed.get(hash)
    if (name === undefined) throw new Error(`No block has the hash ${hash}.`)
    return name
  }
  return JSON.stringify(
    sorted({
      ...state,
      block: { ...state.block, prevrandao: noMix },
      blocks: fresh,
      transactions: state.transactions
        .map((mined) => ({ ...mined, block_hash: nameOf(mined.block_hash) }))
        .sort(
          (one, other) => one.block_number - other.block_number || indexOf(one) - indexOf(other),
        ),
      historical_states: state.historical_states
        .map(([hash, accounts]) => [nameOf(hash), accounts] as const)
        .sort(([one], [other]) => heightOf(fresh, one) - heightOf(fresh, other)),
    }),
  )
}

/**
 * Compresses a chain for the repository: the same accounts stand in it once per block, so the window must be wide.
 *
 * @param text - the chain.
 * @returns brotli, about 1/1000 of it.
 */
export function compressState(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

function hashOf(header: Header): Hex {
  const fields = hashed.map((name) => {
    const value = header[name]
    if (value === undefined) throw new Error(`A header lacks ${name}.`)
    if (!integers.has(name)) return value
    return BigInt(value) === 0n ? '0x' : evened(BigInt(value).toString(16))
  })
  return keccak256(toRlp(fields))
}

function evened(digits: string): Hex {
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`
}

function numberOf({ header }: Block): number {
  return Number(header.number)
}

function indexOf({ info }: Mined): number {
  return (info as { readonly transaction_index: number }).transaction_index
}

const heights = new WeakMap<readonly Block[], ReadonlyMap<Hex, number>>()

function heightOf(blocks: readonly Block[], hash: Hex): number {
  let height = heights.get(blocks)
  if (height === undefined) {
    height = new Map(blocks.map((block) => [hashOf(block.header), numberOf(block)]))
    heights.set(blocks, height)
  }
  return height.get(hash) ?? -1
}

/** Objects by key; lists keep their order, which is the chain's. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
