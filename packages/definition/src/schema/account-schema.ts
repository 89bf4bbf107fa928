import type { Address } from '@vaultwright/base'
import { refused, withChecks } from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import Type, { type TString } from 'typebox'

/** The description of an account, for people. */
export const anyAccount = 'An account: 0x and 40 hex digits, in EIP-55 spelling or in one case.'

/** An account, by its address. */
export const account = accountType(anyAccount)

/** The schema of an account. */
export function accountType(description: string) {
  return addressOf(accountText(description, {}))
}

/** The schema of an account that acts: never the zero address. */
export function actorType(description: string) {
  const message = 'is the zero address, which is not an account'
  return withChecks(addressOf(accountText(description, { isZeroRefused: true })), (address) =>
    /^0x0{40}$/.test(address) ? [{ path: [], message }] : [],
  )
}

function accountText(description: string, more: { readonly isZeroRefused?: boolean }) {
  return Type.String({
    description,
    pattern: '^0x[0-9a-fA-F]{40}$',
    errorMessage: 'must be an address: 0x and 40 hex digits',
    hexDigits: 40,
    ...more,
  })
}

function addressOf(text: TString) {
  return Type.Decode(text, (address): Address => {
    try {
      return parseAddress(address)
    } catch {
      const message = 'has letters in the wrong case for an address: its checksum does not fit'
      return refused([{ path: [], message }])
    }
  })
}
