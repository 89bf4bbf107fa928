import { type Instruction, isReservedAddress, type SvmAddress } from '@vaultwright/svm'
import type { SvmAccountFlags } from '../definition/definition-type.ts'

/** Flags of accounts as the runtime shows them: merged over the whole transaction, then demoted. */
export function mergedFlags(transaction: {
  readonly feePayer: SvmAddress
  readonly instructions: readonly Instruction[]
}): (address: SvmAddress) => SvmAccountFlags {
  const { feePayer, instructions } = transaction
  const merged = new Map<SvmAddress, SvmAccountFlags>([
    [feePayer, { isSigner: true, isWritable: true }],
  ])
  for (const { accounts } of instructions) {
    for (const { address, isSigner, isWritable } of accounts) {
      const before = merged.get(address) ?? none
      merged.set(address, {
        isSigner: before.isSigner || isSigner,
        isWritable: before.isWritable || isWritable,
      })
    }
  }
  const called = new Set(instructions.map(({ program }) => program))
  return (address) => {
    const { isSigner, isWritable } = merged.get(address) ?? none
    const isDemoted = isReservedAddress(address) || called.has(address)
    return { isSigner, isWritable: isWritable && !isDemoted }
  }
}

const none: SvmAccountFlags = { isSigner: false, isWritable: false }
