import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  approvalOf,
  type MulticallFunction,
  openSignedCall,
  type SafeHashes,
  SafeReadingsError,
  type SafeTransaction,
  type SignedCall,
  safeHashesOf,
  safeHashInputOf,
  safeHashRuleOf,
  usualMultiSendOf,
} from '@vaultwright/safe'
import type { Packet } from './packet.ts'

/** The Safe that signs, as the signer names it; null if unknown. */
export type PacketAccount = {
  readonly safe: Address | null
  readonly chainId: number | null
  /** Of the Safe, as in `1.4.1`. */
  readonly version: string | null
  readonly nonce: bigint | null
  /** The called account, for calldata without a target of its own. */
  readonly to: Address | null
  /** Safes of which each owns the one before; the first owns the Safe. */
  readonly outers: readonly NestedSafe[]
}

/** A Safe that approves the hash of another. */
export type NestedSafe = {
  readonly safe: Address
  readonly nonce: bigint
  readonly version: string
  /** The function of Multicall3 in which it makes the call; null, the default, for the call itself. */
  readonly multicall?: MulticallFunction | null
}

/** The approval of an outer Safe, and what its owners' wallets show. */
type NestedApproval = NestedSafe & {
  readonly transaction: SafeTransaction
  readonly hashes: SafeHashes
}

/** The transaction that the packet makes of the Safe, with the hashes that wallets show. */
export type HashedPacket = {
  readonly ok: true
  readonly safe: Address
  readonly transaction: SafeTransaction
  readonly hashes: SafeHashes
  readonly approvals: readonly NestedApproval[]
  /** Those that the signer's own device shows: of the last outer Safe where there is one. */
  readonly shown: SafeHashes
  /** The hash that the document itself states; null where it states none. */
  readonly statedHash: Hex | null
  /** The nonce that the packet has of itself; null where it has none. */
  readonly packetNonce: bigint | null
}

/** Why there are no hashes: what is missing, or what contradicts itself. */
export type UnhashedPacket = {
  readonly ok: false
  readonly missing: readonly ('Safe' | 'chain' | 'version' | 'nonce' | 'account that is called')[]
  readonly problem: BaseError | null
}

/** Fills in what the packet itself says, and what its file says beside it. */
export function accountOf(packet: Packet): PacketAccount {
  const { call, stated, handOver } = packet
  const facts = call.facts as {
    readonly safe?: Address | null
    readonly chainId?: number | null
    readonly nonce?: bigint | null
    readonly isChainBound?: boolean | null
  }
  return {
    safe: facts.safe ?? handOver?.safe ?? null,
    chainId: facts.chainId ?? stated.chainId ?? handOver?.chainId ?? null,
    version: handOver?.version ?? null,
    nonce: facts.nonce ?? handOver?.nonce ?? null,
    to: call.to,
    outers: [],
  }
}

/** Computes what the wallets of the owners show, or says what is missing for it. */
export function hashPacket(
  packet: Pick<Packet, 'call'>,
  account: PacketAccount,
): HashedPacket | UnhashedPacket {
  const missing = missingOf(packet, account)
  if (missing.length > 0) return { ok: false, missing, problem: null }
  try {
    return hashWhole(packet, account)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ok: false, missing: [], problem: error }
  }
}

function missingOf(
  { call }: Pick<Packet, 'call'>,
  account: PacketAccount,
): UnhashedPacket['missing'] {
  const isBare = call.data !== '0x' && call.kind !== 'safe_transaction'
  const needsTarget = isBare && call.kind !== 'multi_send' && account.to === null
  return [
    ...(account.safe === null ? (['Safe'] as const) : []),
    ...(account.chainId === null ? (['chain'] as const) : []),
    ...(account.version === null ? (['version'] as const) : []),
    ...(account.nonce === null ? (['nonce'] as const) : []),
    ...(needsTarget ? (['account that is called'] as const) : []),
  ]
}

function hashWhole({ call }: Pick<Packet, 'call'>, account: PacketAccount): HashedPacket {
  const { chainId, outers } = account
  const [safe, version, nonce] = [account.safe!, account.version!, account.nonce!]
  const rule = safeHashRuleOf(version)
  const stated = call.facts as { readonly nonce?: bigint | null }
  const packetNonce = stated.nonce ?? null
  const input = safeHashInputOf(withTarget(call, account), {
    safe,
    nonce: packetNonce ?? nonce,
    multiSend: usualMultiSendOf(version, librarySort(call)).address,
  })
  if (input.isChainBound !== null && input.isChainBound !== rule.isChainBound) {
    const has = input.isChainBound ? 'names a chain' : 'names no chain'
    throw new SafeReadingsError(
      `The domain of the typed data ${has}, unlike that of a Safe ${version}`,
    )
  }
  if (input.chainId !== null && input.chainId !== chainId) {
    throw new SafeReadingsError(`The packet is of chain ${input.chainId}, not ${chainId}`)
  }
  const transaction = { ...input.transaction, nonce }
  const hashes = safeHashesOf(transaction, { safe: input.safe, chainId: chainId!, version })
  const approvals: NestedApproval[] = []
  let inner = { safe: input.safe, hash: hashes.transaction }
  for (const outer of outers) {
    const approval = approvalOf(inner.safe, inner.hash, outer)
    const hashes = safeHashesOf(approval, { ...outer, chainId: chainId! })
    approvals.push({ ...outer, transaction: approval, hashes })
    inner = { safe: outer.safe, hash: hashes.transaction }
  }
  const { statedHash } = input
  const shown = approvals.at(-1)?.hashes ?? hashes
  return {
    ok: true,
    safe: input.safe,
    transaction,
    hashes,
    approvals,
    shown,
    statedHash,
    packetNonce,
  }
}

/** Calldata without a target goes to the account that the signer gives. */
function withTarget(call: SignedCall, { to }: PacketAccount): SignedCall {
  if (to === null || call.data === '0x' || call.to !== null) return call
  const { value, data } = call
  const { kind } = openSignedCall({ to, value, data, operation: 'call' })
  // The code of a library is borrowed, never called.
  const isBorrowed = kind === 'multi_send' || kind === 'multicall'
  return openSignedCall({ to, value, data, operation: isBorrowed ? 'delegatecall' : 'call' })
}

function librarySort({ children }: SignedCall): 'MultiSend' | 'MultiSendCallOnly' {
  const isDelegating = children.some(({ operation }) => operation === 'delegatecall')
  return isDelegating ? 'MultiSend' : 'MultiSendCallOnly'
}
