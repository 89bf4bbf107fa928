import { type Address, lamports } from '@solana/kit'
import type { ShimFault } from './fault.ts'
import type { NodeMethod } from './node.ts'
import { parseKey } from './wire-transaction.ts'

/** The methods that a node lacks: methods that move the chain and break the node, as Anvil has them. */
export const controlMethods: Readonly<Record<string, NodeMethod>> = {
  /** To a unix time, with as many slots as fit in between; or to a time and a slot. */
  svm_setClock: ([unix, slot], { svm, ledger }) => {
    if (slot === undefined) ledger.warpTo(wholeOf(unix))
    else ledger.setClock(wholeOf(slot), wholeOf(unix))
    return svm.getClock().slot
  },
  svm_expireBlockhash: (_, { svm }) => {
    svm.expireBlockhash()
    return svm.latestBlockhash()
  },
  svm_airdrop: ([key, amount], { svm }) => {
    const address: Address = parseKey(key)
    svm.airdrop(address, lamports(wholeOf(amount)))
    return svm.getBalance(address)
  },
  svm_setPriorityFees: ([fees], { priorityFees }) => {
    priorityFees.splice(0, priorityFees.length, ...(fees as readonly unknown[]).map(wholeOf))
    return priorityFees.length
  },
  svm_fault: ([fault], { faults }) => {
    faults.set(fault as ShimFault)
    return true
  },
  svm_clearFaults: (_, { faults }) => {
    faults.clear()
    return true
  },
}

const wholeOf = (value: unknown) => BigInt(value as string | number)
