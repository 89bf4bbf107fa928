import { type Address, type Hex, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** A key that everybody knows, with what it is for. */
export type Account = {
  readonly name: string
  readonly address: Address
  readonly privateKey: Hex
}

// Anvil's own words: whoever starts it has these keys unlocked.
const words = 'test test test test test test test test test test test junk'

const names = [
  'owner',
  'strategist',
  'second strategist',
  'signer 1',
  'signer 2',
  'signer 3',
  'pauser',
  'rate updater',
  'depositor',
  'solver',
  'trader',
] as const

/** The role that an account plays. */
export type AccountName = (typeof names)[number]

/** The ten accounts that Anvil funds, and the trader's, by the part they play. */
export const accounts: readonly (Account & { readonly name: AccountName })[] = names.map(
  (name, addressIndex) => {
    const account = mnemonicToAccount(words, { addressIndex })
    return { name, address: account.address, privateKey: toHex(account.getHdKey().privateKey!) }
  },
)

/** Tells an account's address. */
export function accountOf(name: AccountName): Address {
  return accounts.find((account) => account.name === name)!.address
}

/** Tells an account's key. */
export function keyOf(name: AccountName): Hex {
  return accounts.find((account) => account.name === name)!.privateKey
}
