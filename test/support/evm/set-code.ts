import type { Address, Hex } from '@vaultwright/base'
import { recoverAddress } from 'viem'
import { hashAuthorization } from 'viem/utils'
import type { MadeAccount } from './made-state.ts'

/** An authorization as a state test writes it. */
export type Authorization = {
  readonly chainId: Hex
  readonly address: Address
  readonly nonce: Hex
  readonly v?: Hex
  readonly yParity?: Hex
  readonly r: Hex
  readonly s: Hex
}

/** The effect of authorizations on the price of a transaction. */
export type AuthorizationCost = {
  readonly intrinsic: bigint
  readonly refund: bigint
  readonly warm: readonly Address[]
}

// Source: EIP-7702.
const perEmptyAccount = 25_000n
const perAuthorization = 12_500n
const mark = '0xef0100'
const halfOfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const maxNonce = 2n ** 64n - 1n

/**
 * Writes what the authorizations of a transaction change before its first step, into the accounts.
 *
 * @param accounts - as they are before the transaction, whose sender's nonce counts as used.
 */
export async function applyAuthorizations(
  accounts: Map<Address, MadeAccount>,
  list: readonly Authorization[],
  { sender, chainId }: { readonly sender: Address; readonly chainId: number },
): Promise<AuthorizationCost> {
  const warm: Address[] = []
  let refund = 0n
  for (const authorization of list) {
    const authority = await authorityOf(authorization, chainId)
    if (authority === null) continue
    warm.push(authority)
    const account = accounts.get(authority)
    const { code = '0x', nonce = 0n } = account ?? {}
    const usedNonce = authority === sender ? nonce + 1n : nonce
    const isDelegated = code.startsWith(mark) && code.length === 48
    if (!(code === '0x' || isDelegated) || usedNonce !== BigInt(authorization.nonce)) continue
    if (account !== undefined) refund += perEmptyAccount - perAuthorization
    const target = authorization.address.toLowerCase()
    const isCleared = BigInt(target) === 0n
    const delegation = isCleared ? '0x' : (`${mark}${target.slice(2)}` as const)
    accounts.set(authority, { ...account, nonce: nonce + 1n, code: delegation })
  }
  return { intrinsic: perEmptyAccount * BigInt(list.length), refund, warm }
}

/** The account that signed; null where the authorization counts for nothing. */
async function authorityOf(
  { chainId, address, nonce, v, yParity, r, s }: Authorization,
  ownChainId: number,
): Promise<Address | null> {
  const isForChain = BigInt(chainId) === 0n || BigInt(chainId) === BigInt(ownChainId)
  const parity = BigInt(yParity ?? v ?? '0x2')
  const isSigned = parity <= 1n && BigInt(s) <= halfOfOrder
  if (!isForChain || !isSigned || BigInt(nonce) >= maxNonce) return null
  const hash = hashAuthorization({
    address,
    chainId: Number(chainId),
    nonce: BigInt(nonce) as unknown as number,
  })
  const wordOf = (value: Hex) => `0x${BigInt(value).toString(16).padStart(64, '0')}` as const
  const signature = { r: wordOf(r), s: wordOf(s), yParity: Number(parity) }
  // A signature that no key makes is no authorization.
  const signer = await recoverAddress({ hash, signature }).catch(() => null)
  return signer === null ? null : (signer.toLowerCase() as Address)
}
