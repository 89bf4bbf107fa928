import { type Address, isSameAddress } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import { teller as tellerRules } from './function.ts'

/** Who packs calls of tellers. */
export const rules = [tellerRules] as const

/** The teller that is called. */
export const teller = {
  kind: 'account',
  describe: 'Teller of the other vault',
} as const satisfies AccountParameter

/** The other vault, whose shares have its own decimals and which pulls what is deposited. */
export const sharesOf = {
  kind: 'token',
  fact: { of: 'teller', call: 'vault()', returns: '(address vault)' },
  describe: 'The other vault, whose token the shares are',
} as const satisfies TokenParameter

/** What is deposited. */
export const depositParameters = {
  asset: { kind: 'token', describe: 'Asset of the other vault; the native coin by its sign' },
  amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
} as const

/** Tells whether an asset stands for the native coin. */
export function isNative(asset: Address): boolean {
  return isSameAddress(asset, nativeAsset)
}
