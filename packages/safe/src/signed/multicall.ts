import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import type { SafeCall } from '../call.ts'
import { readStrictly, type StrictReading } from '../strict-calldata.ts'

/** The functions of Multicall3 in which multisigs borrow it. */
export const multicallFunctions = ['aggregate3', 'aggregate3Value'] as const
/** A function in which a multisig borrows Multicall3. */
export type MulticallFunction = (typeof multicallFunctions)[number]

/** A call of Multicall3, and whether the others are made where it fails. */
export type MulticallCall = SafeCall & { readonly mayFail: boolean }

/** The calls that a call of Multicall3 makes. */
export type MulticallReading = Pick<StrictReading<typeof aggregateAbi>, 'trailing'> & {
  readonly name: (typeof aggregateNames)[number]
  readonly calls: readonly MulticallCall[]
}

const aggregateNames = [
  'aggregate',
  'aggregate3',
  'aggregate3Value',
  'blockAndAggregate',
  'tryAggregate',
  'tryBlockAndAggregate',
] as const
type AggregateName = (typeof aggregateNames)[number]
type AggregateFunction = Extract<(typeof multicall3Abi)[number], { readonly name: AggregateName }>
const aggregateAbi = multicall3Abi.filter((entry): entry is AggregateFunction =>
  (aggregateNames as readonly string[]).includes(entry.name),
)

/** The selectors of the functions that make calls. */
export const multicallSelectors: ReadonlySet<string> = new Set([
  '0x252dba42',
  '0x82ad56cb',
  '0x174dea71',
  '0xc3077fa9',
  '0xbce38bd7',
  '0x399542e9',
])

/** True if an account is Multicall3, whose address is the same on nearly every chain. */
export function isMulticall(account: Address | null): boolean {
  return account !== null && isSameAddress(account, multicall3Address)
}

/**
 * Reads the calls that a call of Multicall3 makes, as strictly as an encoder writes it.
 *
 * Source: Multicall3, `aggregate` and its five relatives.
 *
 * @param data - calldata with its selector, either case.
 * @returns the calls in order · value in wei; and what follows the arguments.
 * @throws {SafeCalldataError} when it calls another function or is not what an encoder writes.
 */
export function readMulticall(data: Hex): MulticallReading {
  const { decoded, trailing } = readStrictly(aggregateAbi, data)
  return { name: decoded.functionName, calls: callsOf(decoded), trailing }
}

function callsOf(decoded: StrictReading<typeof aggregateAbi>['decoded']): readonly MulticallCall[] {
  switch (decoded.functionName) {
    case 'aggregate':
    case 'blockAndAggregate':
      return decoded.args[0].map((call) => callOf(call, false))
    case 'tryAggregate':
    case 'tryBlockAndAggregate': {
      const [mustSucceed, calls] = decoded.args
      return calls.map((call) => callOf(call, !mustSucceed))
    }
    case 'aggregate3':
      return decoded.args[0].map((call) => callOf(call, call.allowFailure))
    case 'aggregate3Value':
      return decoded.args[0].map((call) => {
        return { ...callOf(call, call.allowFailure), value: call.value }
      })
  }
}

function callOf(
  { target, callData }: { readonly target: Address; readonly callData: Hex },
  mayFail: boolean,
): MulticallCall {
  return { to: target, value: 0n, data: callData, mayFail }
}

/**
 * Encodes calls as one call of Multicall3, as multisigs borrow it; none may fail.
 *
 * @param calls - in order · value in wei, which `aggregate3` cannot send.
 * @returns calldata with its selector, lower case.
 */
export function encodeMulticall(name: MulticallFunction, calls: readonly SafeCall[]): Hex {
  const rows = calls.map(({ to: target, value, data: callData }) => {
    return { target, allowFailure: false, value, callData }
  })
  return name === 'aggregate3'
    ? encodeFunctionData({ abi: multicall3Abi, functionName: name, args: [rows] })
    : encodeFunctionData({ abi: multicall3Abi, functionName: name, args: [rows] })
}
