import type { Address } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import type { NestedSafe, Packet, PacketAccount } from '@vaultwright/packet'
import { accountOf } from '@vaultwright/packet'

/** The signer's statements about the wallet, as typed. */
export type WalletForm = {
  readonly safe: string
  readonly chainId: string
  readonly version: string
  readonly nonce: string
  readonly to: string
  /** A Safe that owns the Safe, its nonce and version; empty without one. */
  readonly outer: { readonly safe: string; readonly nonce: string; readonly version: string }
}

/** The values of the fields, and those that cannot be read. */
export type WalletReading = {
  readonly account: PacketAccount
  readonly problems: { readonly [field: string]: string }
}

/** Versions of the Safe contracts that the form offers, newest first. */
export const safeVersions = ['1.5.0', '1.4.1', '1.3.0', '1.2.0', '1.1.1', '1.0.0'] as const

/** Fills the form with what the packet says. */
export function walletFormOf(packet: Packet): WalletForm {
  const { safe, chainId, version, nonce, to } = accountOf(packet)
  // Every version whose domain names a chain hashes alike: 1.3.0 and later.
  const isChainBound =
    packet.call.kind === 'safe_transaction' && packet.call.facts.isChainBound === true
  return {
    safe: safe ?? '',
    chainId: chainId === null ? '' : String(chainId),
    version: version ?? (isChainBound ? '1.4.1' : ''),
    nonce: nonce === null ? '' : String(nonce),
    to: to ?? '',
    outer: { safe: '', nonce: '', version: '' },
  }
}

/** Reads the form: an empty field is not known, one that cannot be read is not known either. */
export function readWalletForm(form: WalletForm): WalletReading {
  const problems: { [field: string]: string } = {}
  const addressAt = (name: string, text: string): Address | null => {
    if (text.trim() === '') return null
    try {
      return parseAddress(text.trim())
    } catch {
      problems[name] = 'This is not an address, or its letter case is not its checksum.'
      return null
    }
  }
  const countAt = (name: string, text: string): bigint | null => {
    if (text.trim() === '') return null
    if (/^\d{1,78}$/.test(text.trim())) return BigInt(text.trim())
    problems[name] = 'This is not a whole number.'
    return null
  }
  const chain = countAt('chainId', form.chainId)
  if (chain !== null && chain > BigInt(Number.MAX_SAFE_INTEGER)) {
    problems.chainId = 'This is more than any chain id.'
  }
  const safe = addressAt('outer.safe', form.outer.safe)
  const nonce = countAt('outer.nonce', form.outer.nonce)
  const version = form.outer.version || form.version
  const outers: readonly NestedSafe[] =
    safe === null || nonce === null || version === '' ? [] : [{ safe, nonce, version }]
  if (safe !== null && outers.length === 0 && problems['outer.nonce'] === undefined) {
    problems['outer.nonce'] = 'The outer Safe needs its nonce, and a version.'
  }
  const account = {
    safe: addressAt('safe', form.safe),
    chainId: chain === null || problems.chainId !== undefined ? null : Number(chain),
    version: form.version === '' ? null : form.version,
    nonce: countAt('nonce', form.nonce),
    to: addressAt('to', form.to),
    outers,
  }
  return { account, problems }
}

/** Groups of four, as hardware wallets show them. */
export function groupsOfFour(hash: string): readonly string[] {
  return hash.replace(/^0x/, '').match(/.{4}/g) ?? []
}
