import { type Address, concatHex, encodePacked, type Hex, size, zeroAddress } from 'viem'
import type { Of } from '../plan/piece.ts'
import { dataOf } from '../session.ts'
import type { Step } from '../step.ts'

/** The terms of a Safe. */
export type SafeTerms = {
  /** Its name of the plan. */
  readonly name: string
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly modules?: readonly Address[]
  /** Zero when not given. */
  readonly guard?: Address
}

/** Makes the call that sets up a Safe whose proxy is deployed: modules and guard by calls of the Safe to itself. */
export function safeSetup(
  { name, owners, threshold, modules = [], guard }: SafeTerms,
  of: Of,
): Step {
  const calls = [
    ...modules.map((module) => safeCall('enableModule', [module])),
    ...(guard === undefined ? [] : [safeCall('setGuard', [guard])]),
  ]
  const [to, data]: readonly [Address, Hex] =
    calls.length === 0
      ? [zeroAddress, '0x']
      : [of('MultiSend'), multiSendOf(calls.map((call) => [of(name), call]))]
  return {
    to: name,
    contract: 'SafeWallet',
    name: 'setup',
    args: [owners, BigInt(threshold), to, data, zeroAddress, zeroAddress, 0n, zeroAddress],
  }
}

function safeCall(name: string, args: readonly unknown[]): Hex {
  return dataOf({ contract: 'SafeWallet', name, args })
}

function multiSendOf(calls: readonly (readonly [to: Address, data: Hex])[]): Hex {
  const transactions = calls.map(([to, data]) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, 0n, BigInt(size(data)), data],
    ),
  )
  return dataOf({ contract: 'MultiSend', name: 'multiSend', args: [concatHex(transactions)] })
}
