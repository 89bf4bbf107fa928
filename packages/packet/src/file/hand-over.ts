import { type Address, BaseError } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'

/**
 * The statements that a packet's maker put beside it, so that a signer types nothing; null where the
 * file has none. Nothing here is believed: the device confirms the wallet, and a root follows from its
 * proof or its tree.
 */
export type HandOver = {
  readonly safe: Address | null
  readonly chainId: number | null
  /** Of the Safe, as in `1.4.1`. */
  readonly version: string | null
  readonly nonce: bigint | null
  readonly vault: Address | null
  /** Text of the strategist's tree file. */
  readonly tree: string | null
  /** Text of the tree of the Manager's own root, for calls inside flash loans. */
  readonly managerTree: string | null
  /** Text of the answer of `getRootProof`. */
  readonly rootProof: string | null
  /** Under which name a service keeps the simulation. */
  readonly simulationId: string | null
}

export const emptyHandOver: HandOver = {
  safe: null,
  chainId: null,
  version: null,
  nonce: null,
  vault: null,
  tree: null,
  managerTree: null,
  rootProof: null,
  simulationId: null,
}

const largestNonce = 2n ** 256n - 1n

type Row = { readonly [key: string]: unknown }

/** The keys of a file for what is in it; a key without a value is left out. */
export function handOverRowOf(handOver: HandOver): Row {
  const { safe, chainId, version, nonce, vault } = handOver
  const row = {
    safe,
    chain_id: chainId,
    safe_version: version,
    nonce: nonce === null ? null : String(nonce),
    vault,
    simulation: handOver.simulationId,
    root_proof: handOver.rootProof,
    tree: handOver.tree,
    manager_tree: handOver.managerTree,
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

/**
 * Reads the keys beside a packet.
 *
 * @throws {HandOverError} for a value that is not of its kind, and for a key that is not known: what is
 * not read would be signed without a look at it.
 */
export function handOverIn(row: Row): HandOver {
  const unknown = Object.keys(row).find((key) => !keys.has(key))
  if (unknown !== undefined)
    throw new HandOverError(`${JSON.stringify(unknown.slice(0, 40))} is not known`)
  return {
    safe: addressAt(row, 'safe'),
    chainId: chainIdIn(row),
    version: textAt(row, 'safe_version', /^\d{1,3}\.\d{1,3}\.\d{1,3}(?:\+L2)?$/),
    nonce: nonceIn(row),
    vault: addressAt(row, 'vault'),
    tree: textAt(row, 'tree', /^/),
    managerTree: textAt(row, 'manager_tree', /^/),
    rootProof: textAt(row, 'root_proof', /^/),
    simulationId: textAt(row, 'simulation', /^[\w-]{20,64}$/),
  }
}

const keys = new Set(
  'safe chain_id safe_version nonce vault simulation root_proof tree manager_tree'.split(' '),
)

function textAt(row: Row, key: string, form: RegExp): string | null {
  const { [key]: value } = row
  if (value === undefined) return null
  if (typeof value === 'string' && form.test(value)) return value
  throw new HandOverError(`${key} is ${shortOf(value)}, which is not of its form`)
}

function addressAt(row: Row, key: string): Address | null {
  const text = textAt(row, key, /^/)
  return text === null ? null : parseAddress(text)
}

function chainIdIn({ chain_id: value }: Row): number | null {
  if (value === undefined) return null
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new HandOverError(`chain_id is ${shortOf(value)}, which is not a chain id`)
}

function nonceIn(row: Row): bigint | null {
  const text = textAt(row, 'nonce', /^(?:0|[1-9]\d{0,77})$/)
  const nonce = text === null ? null : BigInt(text)
  if (nonce === null || nonce <= largestNonce) return nonce
  throw new HandOverError(`nonce is ${text}, more than any nonce`)
}

function shortOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 60)
}

/** Something beside a packet in its file cannot be read, or is not of the packet. */
export class HandOverError extends BaseError {
  override readonly code = 'packet_hand_over'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `Beside the packet, ${why}. Ask who made it for a new one.`,
      facts: { why },
    })
  }
}
