import {
  type Address,
  BaseError,
  type Hex,
  parseHex,
  parseHexOf,
  printHex,
} from '@vaultwright/base'
import { keccak256, parseAddress } from '@vaultwright/merkle'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { buildSafeCalls, isWord, type SafeCall } from './call.ts'
import {
  decodeStrictly,
  readStrictly,
  SafeCalldataError,
  type StrictReading,
} from './strict-calldata.ts'

/** The plan of a timelock: its calls and their time. */
export type TimelockPlan = {
  readonly timelock: Address
  /** One or more, in order. */
  readonly calls: readonly SafeCall[]
  /** The operation that must be done before; zero for none · 32 bytes. */
  readonly predecessor: Hex
  /** Tells two equal operations apart · 32 bytes. */
  readonly salt: Hex
  /** From scheduling to execution, at least the timelock's own minimum. */
  readonly delaySeconds: bigint
}

/** The two calls that make a timelock do something. */
export type TimelockPair = {
  /** The operation's name on chain, 32 bytes. */
  readonly id: Hex
  /** For a proposer. */
  readonly schedule: SafeCall
  /** For an executor, once the delay is over; brings the value that the calls spend. */
  readonly execute: SafeCall
}

/** The decoded calldata of a timelock. */
type TimelockCall = {
  readonly act: 'schedule' | 'execute'
  /** True for the function for many calls, whose id follows another rule. */
  readonly isBatch: boolean
  readonly id: Hex
  readonly calls: readonly SafeCall[]
  readonly predecessor: Hex
  readonly salt: Hex
  /** Null for an execution. */
  readonly delaySeconds: bigint | null
}

type TimelockOrder = Pick<TimelockPlan, 'calls' | 'predecessor' | 'salt'>

/** Source: TimelockController of OpenZeppelin Contracts 4 and 5. */
const abi = parseAbi([
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function scheduleBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt)',
])

/**
 * Makes the two calls that let a timelock do something: one call by `schedule` and `execute`, several
 * by `scheduleBatch` and `executeBatch`.
 *
 * Source: TimelockController of OpenZeppelin Contracts.
 *
 * @param plan - the timelock, the calls in order, predecessor, salt and delay.
 * @returns the operation's id, and both calls to the timelock.
 * @throws {InvalidTimelockError} without a call, or when a field is not of its size.
 * @throws {InvalidSafeCallError} when a call cannot be made.
 */
export function timelockPairOf(plan: TimelockPlan): TimelockPair {
  const to = parseAddress(plan.timelock)
  const order = orderOf(plan)
  if (!isWord(plan.delaySeconds)) throw new InvalidTimelockError('delay', 'no number of seconds')
  const { calls, predecessor, salt } = order
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  if (!isWord(value)) throw new InvalidTimelockError('value', 'more than 256 bits in all')
  const isBatch = calls.length > 1
  const { schedule, execute } = isBatch
    ? batchData(order, plan.delaySeconds)
    : singleData(calls[0]!, { predecessor, salt, delaySeconds: plan.delaySeconds })
  return {
    id: isBatch ? batchIdOf(order) : singleIdOf(calls[0]!, order),
    schedule: { to, value: 0n, data: schedule },
    execute: { to, value, data: execute },
  }
}

/**
 * Decodes a call of a timelock that schedules or executes, as strictly as `timelockPairOf` writes it.
 *
 * @param data - calldata with its selector, either case.
 * @returns what it says, with the operation's id.
 * @throws {SafeCalldataError} when it is another call, or not as an encoder writes it.
 */
export function decodeTimelock(data: Hex): TimelockCall {
  return timelockCallOf(decodeStrictly(abi, data))
}

/**
 * Decodes like `decodeTimelock`, and accepts bytes after the arguments, as the chain does.
 *
 * @throws {SafeCalldataError} when it is another call, or not as an encoder writes it.
 */
export function readTimelock(
  data: Hex,
): Pick<StrictReading<typeof abi>, 'trailing'> & { readonly call: TimelockCall } {
  const { decoded, trailing } = readStrictly(abi, data)
  return { call: timelockCallOf(decoded), trailing }
}

function timelockCallOf(decoded: StrictReading<typeof abi>['decoded']): TimelockCall {
  switch (decoded.functionName) {
    case 'schedule':
    case 'execute': {
      const [to, value, inner, predecessor, salt, delay = null] = decoded.args
      const call = { to, value, data: inner }
      const order = { calls: [call], predecessor, salt }
      const act = decoded.functionName
      return { act, isBatch: false, id: singleIdOf(call, order), ...order, delaySeconds: delay }
    }
    case 'scheduleBatch':
    case 'executeBatch': {
      const [targets, values, payloads, predecessor, salt, delay = null] = decoded.args
      if (targets.length !== values.length || targets.length !== payloads.length) {
        throw new SafeCalldataError('its three lists differ in length')
      }
      const calls = targets.map((to, at) => ({ to, value: values[at]!, data: payloads[at]! }))
      const order = { calls, predecessor, salt }
      const act = decoded.functionName === 'scheduleBatch' ? 'schedule' : 'execute'
      return { act, isBatch: true, id: batchIdOf(order), ...order, delaySeconds: delay }
    }
  }
}

function orderOf({ calls, predecessor, salt }: TimelockPlan): TimelockOrder {
  if (calls.length === 0) throw new InvalidTimelockError('calls', 'an empty list')
  return {
    calls: buildSafeCalls(calls),
    predecessor: wordHexOf('predecessor', predecessor),
    salt: wordHexOf('salt', salt),
  }
}

function wordHexOf(field: string, text: Hex): Hex {
  try {
    return printHex(parseHexOf(text, 32))
  } catch {
    throw new InvalidTimelockError(field, 'not 32 bytes of hex')
  }
}

type TimelockCalldata = { readonly schedule: Hex; readonly execute: Hex }

function singleData(
  { to, value, data }: SafeCall,
  { predecessor, salt, delaySeconds }: Pick<TimelockPlan, 'predecessor' | 'salt' | 'delaySeconds'>,
): TimelockCalldata {
  const args = [to, value, data, predecessor, salt] as const
  return {
    schedule: encodeFunctionData({ abi, functionName: 'schedule', args: [...args, delaySeconds] }),
    execute: encodeFunctionData({ abi, functionName: 'execute', args }),
  }
}

function batchData(order: TimelockOrder, delaySeconds: bigint): TimelockCalldata {
  const args = batchArguments(order)
  const scheduled = [...args, delaySeconds] as const
  return {
    schedule: encodeFunctionData({ abi, functionName: 'scheduleBatch', args: scheduled }),
    execute: encodeFunctionData({ abi, functionName: 'executeBatch', args }),
  }
}

/** Source: TimelockController, `hashOperation`. */
function singleIdOf({ to, value, data }: SafeCall, { predecessor, salt }: TimelockOrder): Hex {
  const types = parseAbiParameters('address, uint256, bytes, bytes32, bytes32')
  return hashOf(encodeAbiParameters(types, [to, value, data, predecessor, salt]))
}

/** Source: TimelockController, `hashOperationBatch`. */
function batchIdOf(order: TimelockOrder): Hex {
  const types = parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32')
  return hashOf(encodeAbiParameters(types, batchArguments(order)))
}

function batchArguments({ calls, predecessor, salt }: TimelockOrder) {
  const targets = calls.map(({ to }) => to)
  const values = calls.map(({ value }) => value)
  const payloads = calls.map(({ data }) => data)
  return [targets, values, payloads, predecessor, salt] as const
}

function hashOf(data: Hex): Hex {
  return printHex(keccak256(parseHex(data)))
}

/** A timelock cannot be asked for this. */
export class InvalidTimelockError extends BaseError {
  override readonly code = 'invalid_timelock'
  override readonly kind = 'invalid_input'

  constructor(field: string, why: string) {
    super({
      message: `The ${field} of the timelock operation is ${why}. Give one or more calls, 32 bytes of predecessor and salt, and a delay in seconds.`,
      facts: { field, why },
    })
  }
}
