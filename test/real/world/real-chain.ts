import { type Address, type Hex, parseHex } from '@vaultwright/base'
import type { Anvil } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  parseAbi,
} from 'viem'
import type { CallFrame } from '../../fork/sentence/executed-call.ts'
import type { RealArtifact } from '../package/real-artifact.ts'

/** A call of a contract: an address, or the name of a place. */
export type ChainCall = {
  readonly to: string
  /** `mint(address,uint256)`; a read says what it returns as well: `asset() view returns (address)`. */
  readonly call: string
  readonly args?: readonly unknown[]
  /** The owner when not said. */
  readonly from?: string
  /** Wei. */
  readonly value?: bigint
  /** When a read is made, in unix seconds; some seconds after the last block when not said. */
  readonly atUnix?: bigint
}

/** The result of a mined transaction. */
export type RealReceipt = {
  readonly status: Hex
  readonly transactionHash: Hex
  readonly contractAddress: Address | null
  readonly logs: readonly {
    readonly address: Address
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
}

/** A transaction as a node takes it. */
export type RealTransaction = {
  readonly from: Address
  readonly to?: Address
  readonly data: Hex
  readonly value?: bigint
}

/** A node with contracts that have names. */
export type RealChain = {
  readonly anvil: Anvil
  readonly names: ReadonlyMap<string, Address>
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  /** The address of a place, or the address itself. */
  readonly of: (name: string) => Address
  readonly place: (name: string, address: Address) => Address
  readonly deploy: (
    name: string,
    artifact: RealArtifact,
    args?: readonly unknown[],
  ) => Promise<Address>
  /** Sends a transaction of any account; fails where it reverts. */
  readonly send: (transaction: RealTransaction) => Promise<RealReceipt>
  readonly act: (call: ChainCall) => Promise<RealReceipt>
  readonly read: (call: ChainCall) => Promise<unknown>
  /** The trace of a call that is not mined. */
  readonly trace: (transaction: RealTransaction) => Promise<CallFrame>
}

const gas = numberToHex(30_000_000)

/** Takes over a node; every account of it may act. */
export async function openRealChain(
  anvil: Anvil,
  known: Readonly<Record<string, Address>> = {},
): Promise<RealChain> {
  const names = new Map(Object.entries(known))
  const ask: RealChain['ask'] = async (method, ...params) => {
    const [answer] = await anvil.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const of = (name: string) => {
    const address = name.startsWith('0x') ? (name as Address) : names.get(name)
    if (address === undefined) throw new Error(`Nothing is named ${name}.`)
    return address
  }
  const place = (name: string, address: Address) => {
    names.set(name, checksumOf(address))
    return of(name)
  }
  const send: RealChain['send'] = async ({ value = 0n, ...transaction }) => {
    const sent = { ...transaction, gas, gasPrice: '0x0', value: numberToHex(value) }
    const receipt = (await ask('eth_sendTransactionSync', sent)) as RealReceipt
    if (receipt.status === '0x1') return receipt
    throw new RevertedError(await trace({ value, ...transaction }), transaction.data)
  }
  const trace: RealChain['trace'] = async ({ value = 0n, ...transaction }) => {
    const call = { ...transaction, gas, value: numberToHex(value) }
    const tracing = { tracer: 'callTracer', tracerConfig: { withLog: true } }
    return (await ask('debug_traceCall', call, 'latest', tracing)) as CallFrame
  }
  await ask('anvil_autoImpersonateAccount', true)
  return {
    anvil,
    names,
    ask,
    of,
    place,
    send,
    trace,
    deploy: async (name, { abi, initCode }, args = []) => {
      const data = encodeDeployData({ abi, bytecode: initCode, args: [...args] })
      const { contractAddress } = await send({ from: of('owner'), data })
      return place(name, contractAddress!)
    },
    act: ({ to, from = 'owner', value = 0n, ...call }) =>
      send({ from: of(from), to: of(to), data: encodeChainCall(call), value }),
    read: async ({ to, from = 'owner', atUnix, ...call }) => {
      const question = { from: of(from), to: of(to), data: encodeChainCall(call) }
      const moment = atUnix === undefined ? [] : [{}, { time: numberToHex(atUnix) }]
      const answer = (await ask('eth_call', question, 'latest', ...moment)) as Hex
      return decodeFunctionResult({ abi: abiOf(call.call), data: answer } as never)
    },
  }
}

/** Encodes a call by its signature. */
export function encodeChainCall({ call, args = [] }: Pick<ChainCall, 'call' | 'args'>): Hex {
  return encodeFunctionData({ abi: abiOf(call), args } as never)
}

function abiOf(call: string) {
  return parseAbi([`function ${call}`] as readonly string[])
}

/** The bytes that a trace of a failed call ends with. */
export function revertDataOf(trace: CallFrame & { readonly output?: Hex }): Hex {
  return trace.output === undefined
    ? '0x'
    : `0x${Buffer.from(parseHex(trace.output)).toString('hex')}`
}

/** A transaction of the preparation reverted. */
export class RevertedError extends Error {
  constructor(trace: CallFrame, data: Hex) {
    super(`${data.slice(0, 10)} reverted: ${printFrames(trace)}`)
  }
}

/** The failed calls of a trace, one a line. */
function printFrames(frame: CallFrame & { readonly output?: Hex }, depth = 0): string {
  const { error, to, input, output, calls = [] } = frame
  if (error === undefined) return ''
  const line = `\n${' '.repeat(depth)}${to} ${input.slice(0, 10)} ${error} ${output?.slice(0, 200)}`
  return line + calls.map((inner) => printFrames(inner, depth + 1)).join('')
}
