import type { Address, Hex } from '@vaultwright/base'
import { fileReaderOf, refused } from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import Type from 'typebox'

/** Leaves named without their slots: all of a target, all of a function, or one by its digest. */
export type LeafName =
  | { readonly kind: 'target'; readonly target: Address }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'digest'; readonly digest: Hex }

const accountText = '^0x[0-9a-fA-F]{40}$'
const accountMessage = 'must be an address: 0x and 40 hex digits'

/** The schema of an account. */
export function accountType(description: string) {
  const text = Type.String({
    description,
    pattern: accountText,
    errorMessage: accountMessage,
    hexDigits: 40,
  })
  return Type.Decode(text, addressFrom)
}

function addressFrom(text: string): Address {
  try {
    return parseAddress(text)
  } catch (error) {
    const message = `is not an address: ${(error as Error).message}`
    return refused([{ path: [], message }])
  }
}

/** An account. */
export const account = accountType(
  'An account: 0x and 40 hex digits, in EIP-55 spelling or in one case.',
)

/** An account on another chain may have 32 bytes. */
export const receiver = Type.Decode(
  Type.String({
    pattern: '^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$',
    errorMessage: 'must be an account of 20 or 32 bytes: 0x and 40 or 64 hex digits',
    hexDigits: 64,
  }),
  (text): Hex => (text.length === 66 ? (text.toLowerCase() as Hex) : addressFrom(text)),
)

/** The form of a canonical signature. */
export const signaturePattern = '^[\\w$]+\\([\\w$,()[\\]]*\\)$'
/** A canonical signature. */
export const signature = Type.String({
  pattern: signaturePattern,
  errorMessage: 'must be a canonical signature such as approve(address,uint256)',
})

/** Leaves by name. */
export const leafName = Type.Decode(
  Type.String({
    description:
      'Leaves: the address of a target, a canonical signature, or the digest of one leaf.',
    hexDigits: 64,
  }),
  (text): LeafName => {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) {
      return { kind: 'digest', digest: text.toLowerCase() as Hex }
    }
    if (new RegExp(signaturePattern).test(text)) return { kind: 'signature', signature: text }
    const target = fileReaderOf(account)(text)
    if (target.ok) return { kind: 'target', target: target.value }
    const message =
      'must name leaves: by a target, a canonical signature, or the digest of one leaf'
    return refused([{ path: [], message }])
  },
)
