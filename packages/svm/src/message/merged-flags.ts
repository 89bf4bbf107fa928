import type { SvmAddress } from '../address/address.ts'
import { isReservedAddress, upgradeableLoader } from '../address/known-address.ts'
import type { AccountMeta, Instruction } from '../call/instruction.ts'
import { mergeAccounts } from './account-order.ts'

/** The flags of an account that the runtime shows a program. */
export type EffectiveFlags = { readonly isSigner: boolean; readonly isWritable: boolean }

/**
 * Gives the flags that the runtime shows to every program of a transaction, which digests hash.
 *
 * They are merged over all instructions, then lowered: reserved addresses are readonly, and so are programs that an
 * instruction calls, unless the transaction names the upgradeable loader. Inside `manage` the sub-account signs, and
 * this function does not say so: digests are computed from the outer flags.
 *
 * @param listed - further accounts that a decoded transaction names without using them.
 */
export function mergedFlags(
  message: { readonly feePayer: SvmAddress; readonly instructions: readonly Instruction[] },
  listed: readonly AccountMeta[] = [],
): (address: SvmAddress) => EffectiveFlags {
  const merged = mergeAccounts(message.feePayer, message.instructions)
  const called = new Set(message.instructions.map(({ program }) => program))
  const unused = new Map(listed.map((account) => [account.address, account]))
  const keepsPrograms = merged.has(upgradeableLoader) || unused.has(upgradeableLoader)
  return (address) => {
    const account = merged.get(address) ?? unused.get(address)
    if (account === undefined) return { isSigner: false, isWritable: false }
    const isLowered = isReservedAddress(address) || (called.has(address) && !keepsPrograms)
    return { isSigner: account.isSigner, isWritable: account.isWritable && !isLowered }
  }
}
