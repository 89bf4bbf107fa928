import type { Address, Hex } from '@vaultwright/base'
import type { ProposalSigner } from './proposal.ts'

/** The order of the curve: a key is below it. Source: SEC 2, secp256k1. */
const keysEnd = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Reads a private key, 32 bytes of hex. @returns null for any other text. */
export function parsePrivateKey(text: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return null
  const number = BigInt(text)
  return number > 0n && number < keysEnd ? (text as Hex) : null
}

/** Opens the signer of one signature that was made elsewhere, such as by a wallet. */
export function openSignedSigner(signed: {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}): ProposalSigner {
  const { address, hash: signedHash, signature } = signed
  return { address, signedHash, sign: async () => signature }
}

/** Opens the signer of a private key that is held in this process. */
export async function openKeySigner(key: Hex): Promise<ProposalSigner> {
  const { privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(key)
  type Data = Parameters<typeof account.signTypedData>[0]
  return { address: account.address, sign: (data) => account.signTypedData(data as Data) }
}
