import {
  BaseError,
  type Hex,
  isSameAddress,
  parseHex,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import { parseAbi } from 'viem'
import { readSafeExecution } from '../execution.ts'
import { readMultiSend } from '../multi-send.ts'
import { operationOfByte } from '../operation.ts'
import { readStrictly, SafeCalldataError } from '../strict-calldata.ts'
import { readTimelock } from '../timelock.ts'
import { adminFunctionOf, readAdminCall } from './admin-function.ts'
import { multiSendLibraryOf } from './library.ts'
import { isMulticall, multicallSelectors, readMulticall } from './multicall.ts'
import {
  type SafeTransactionFacts,
  type SignedCall,
  type SignedLayer,
  type SignedNote,
  type SignedTarget,
  trailingNotes,
} from './signed-call.ts'

/** The depth to which calls are opened. Wallets nest two or three deep. */
export const maxSignedDepth = 16

/** A call that shall be opened. */
export type CallToOpen = SignedTarget & { readonly data: Hex }

/**
 * Opens calldata: the calls of MultiSend, `execTransaction`, timelocks and vaults inside of it, to any
 * depth that wallets use.
 *
 * Every layer is read as strictly as an encoder writes it. Delegate calls and bytes behind the
 * arguments are there to see, not refused.
 *
 * @returns the call with the calls inside; `problem` where the calls inside of an inner one cannot be read.
 * @throws {InvalidHexError} when the calldata is not hex.
 * @throws {SafeCalldataError} {MultiSendLengthError} {MultiSendOperationError} when the outermost layer
 *   is not what an encoder writes.
 */
export function openSignedCall(call: CallToOpen): SignedCall {
  const opened = openAt({ ...call, data: printHex(parseHex(call.data)) }, 0)
  if (opened.problem !== null) throw opened.problem
  return opened
}

/** Opens a call inside another, which keeps what is wrong with it as data. */
export function openInnerCall(call: CallToOpen): SignedCall {
  return openAt(call, 1)
}

type Inside = SignedLayer & Pick<SignedCall, 'children' | 'notes'>

function openAt(call: CallToOpen, depth: number): SignedCall {
  const { to, value, operation, data } = call
  const base = { to, value, operation, data }
  try {
    const inside = insideOf(call, depth)
    return {
      ...base,
      ...inside,
      notes: [...codeNotes(call, inside), ...inside.notes],
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const plain = plainCall()
    return { ...base, ...plain, notes: codeNotes(call, plain), problem: error }
  }
}

function insideOf(call: CallToOpen, depth: number): Inside {
  const selector = call.data.slice(0, 10) as Hex
  const isAggregate = isMulticall(call.to) && multicallSelectors.has(selector)
  const open = isAggregate ? openMulticall : openers[selector]
  const admin = open === undefined ? adminFunctionOf(selector) : null
  if (open === undefined && admin === null) return plainCall()
  if (depth > maxSignedDepth) throw new SignedDepthError(depth)
  if (open !== undefined) return open(call, depth)
  const { facts, notes } = readAdminCall(admin!, call.data)
  return {
    kind: 'admin_call',
    facts,
    children: managedCalls(facts.arguments, depth, facts.signature),
    notes,
  }
}

function plainCall(): Inside {
  return { kind: 'call', facts: {}, children: [], notes: [] }
}

type Opener = (call: CallToOpen, depth: number) => Inside

const moduleAbi = parseAbi([
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
])

const openers: { readonly [selector: Hex]: Opener } = {
  '0x8d80ff0a': openMultiSend,
  '0x6a761202': openExecution,
  '0x468721a7': openModuleExecution,
  '0x01d5062a': openTimelock,
  '0x8f2a0bb0': openTimelock,
  '0x134008d3': openTimelock,
  '0xe38335e5': openTimelock,
  [managerSelectors.manageVaultWithMerkleVerification]: () => ({
    kind: 'manager_batch',
    facts: {},
    children: [],
    notes: [],
  }),
}

function openMultiSend({ to, operation, data }: CallToOpen, depth: number): Inside {
  const { calls, trailing } = readMultiSend(data)
  const library = to === null ? null : multiSendLibraryOf(to)
  const name = library === null ? null : `${library.name} ${library.version}`
  const notes = [...trailingNotes(trailing)]
  if (to !== null && operation === 'call') {
    const message =
      'The library is called, not borrowed: it makes these calls as itself, not as the Safe.'
    notes.push({ kind: 'not_delegated', message })
  }
  if (calls.some((call) => isSameAddress(call.to, zeroAddress))) {
    const message =
      'A call goes to the zero address. MultiSend 1.5.0 sends it to the Safe itself, older ones to the zero address.'
    notes.push({ kind: 'zero_target', message })
  }
  if (library?.name === 'MultiSendCallOnly' && calls.some((call) => call.operation !== 'call')) {
    const message = `${name} refuses delegate calls: the whole reverts.`
    notes.push({ kind: 'call_only', message })
  }
  const children = calls.map((call) => openAt(call, depth + 1))
  return { kind: 'multi_send', facts: { library: name }, children, notes }
}

/** The code of Multicall3 makes its calls as whoever borrows it. */
function openMulticall({ operation, data }: CallToOpen, depth: number): Inside {
  const { name, calls, trailing } = readMulticall(data)
  const mayFail = calls.flatMap((call, index) => (call.mayFail ? [index] : []))
  const total = calls.reduce((sum, { value }) => sum + value, 0n)
  const notes = [...trailingNotes(trailing)]
  if (operation === 'call') {
    const message =
      'Multicall3 is called, not borrowed: it makes these calls as itself, not as the account that calls it.'
    notes.push({ kind: 'not_delegated', message })
  }
  if (mayFail.length > 0) {
    const message = `The others are made even if ${mayFail.length === 1 ? 'call' : 'calls'} ${mayFail.join(', ')} ${mayFail.length === 1 ? 'fails' : 'fail'}: the transaction then succeeds without it.`
    notes.push({ kind: 'may_fail', message })
  }
  if (operation === 'delegatecall' && total > 0n) {
    const message = `The calls send ${total} wei of the Safe, and Multicall3 reverts unless the account that executes the transaction sends as much with it.`
    notes.push({ kind: 'value_from_sender', message })
  }
  const children = calls.map(({ to, value, data: inner }) =>
    openAt({ to, value, data: inner, operation: 'call' }, depth + 1),
  )
  return { kind: 'multicall', facts: { function: name, mayFail }, children, notes }
}

function openExecution({ to, data }: CallToOpen, depth: number): Inside {
  const { execution, trailing } = readSafeExecution(data)
  const { to: target, value, data: inner, operation, ...terms } = execution
  const unstated = { chainId: null, isChainBound: null, nonce: null, statedHash: null }
  const facts = { safe: to, ...unstated, ...terms }
  const child = openAt({ to: target, value, data: inner, operation }, depth + 1)
  const notes = [...refundNotes(facts), ...trailingNotes(trailing)]
  return { kind: 'safe_transaction', facts, children: [child], notes }
}

/** Opens a call that a module of a Safe executes without signatures. */
function openModuleExecution({ data }: CallToOpen, depth: number): Inside {
  const { decoded, trailing } = readStrictly(moduleAbi, data)
  const [to, value, inner, byte] = decoded.args
  const operation = operationOfByte(byte)
  if (operation === null) {
    throw new SafeCalldataError(`its operation is ${byte}, which no Safe runs`, { offset: 131 })
  }
  const signature = 'execTransactionFromModule(address,uint256,bytes,uint8)'
  const facts = { signature, contracts: ['Safe'], arguments: {} }
  const children = [openAt({ to, value, data: inner, operation }, depth + 1)]
  return { kind: 'admin_call', facts, children, notes: trailingNotes(trailing) }
}

function openTimelock({ data }: CallToOpen, depth: number): Inside {
  const { call, trailing } = readTimelock(data)
  const { calls, ...facts } = call
  const children = calls.map((inner) => openAt({ ...inner, operation: 'call' }, depth + 1))
  return { kind: 'timelock', facts, children, notes: trailingNotes(trailing) }
}

/** The calls that `manage` of a vault makes, past the Manager and its tree. */
function managedCalls(
  named: { readonly [name: string]: unknown },
  depth: number,
  signature: string,
): readonly SignedCall[] {
  if (!signature.startsWith('manage(')) return []
  const lists = Object.values(named).map((value) => (Array.isArray(value) ? value : [value]))
  const [targets, payloads, values] = lists as unknown as readonly [Hex[], Hex[], bigint[]]
  if (targets.length !== payloads.length || targets.length !== values.length) {
    throw new SafeCalldataError('its three lists differ in length')
  }
  return targets.map((to, index) => {
    const [data, value] = [payloads[index]!, values[index]!]
    return openAt({ to, value, data, operation: 'call' }, depth + 1)
  })
}

/** A refund pays the account that it names, out of the Safe. */
export function refundNotes({
  gasPrice,
  gasToken,
  refundReceiver,
}: Pick<SafeTransactionFacts, 'gasPrice' | 'gasToken' | 'refundReceiver'>): readonly SignedNote[] {
  if (gasPrice === 0n) return []
  const token = isSameAddress(gasToken, zeroAddress) ? 'wei' : `base units of ${gasToken}`
  const receiver = isSameAddress(refundReceiver, zeroAddress)
    ? 'the sender of the transaction'
    : refundReceiver
  const message = `The Safe refunds the gas, ${gasPrice} ${token} each, to ${receiver}.`
  return [{ kind: 'refund', message }]
}

/** Borrowed code may do anything as the Safe, whatever its calldata looks like. */
function codeNotes({ to, operation }: CallToOpen, inside: Inside): readonly SignedNote[] {
  if (operation === 'call') return []
  if (inside.kind === 'multi_send' && inside.facts.library !== null) return []
  if (inside.kind === 'multicall') return []
  const message = `The Safe runs the code of ${to ?? 'an account that is not named'} as its own. It is neither a MultiSend library that is known nor a call of Multicall3 that makes calls: it may do anything, whatever the calls below say.`
  return [{ kind: 'unknown_code', message }]
}

/** Calls nest deeper than any wallet makes them. */
export class SignedDepthError extends BaseError {
  override readonly code = 'signed_depth'
  override readonly kind = 'invalid_input'

  constructor(depth: number) {
    super({
      message: `The calls nest more than ${maxSignedDepth} deep. Wallets nest two or three deep: ask who made this for calldata that does the same directly.`,
      facts: { depth, limit: maxSignedDepth },
    })
  }
}
