import { type Address, encodeDeployData, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { artifactOf } from './artifact.ts'

/** Asks a node one question. */
export type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

/** One transaction of a block. */
export type Transaction = {
  readonly from: Address
  /** Null for a contract to be made at an address that its sender and nonce decide. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint
  /** The act, for the reader of a failure. */
  readonly what: string
}

/** The result of a transaction. */
export type Receipt = {
  readonly hash: Hex
  readonly gasUsed: bigint
  readonly contract: Address | null
  readonly logs: readonly {
    readonly address: Address
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
}

/** A node that mines when it is told to, at the time that it is told. */
export type Session = {
  readonly request: Request
  /** Mines one block of transactions, in their order, and fails unless each of them succeeds. */
  readonly block: (
    atUnix: number,
    transactions: readonly Transaction[],
  ) => Promise<readonly Receipt[]>
  /** Reads a function of a contract at the head. */
  readonly read: (to: Address, call: FunctionCall) => Promise<Hex>
}

/** A call of a contract, by the contract's name. */
export type FunctionCall = {
  readonly contract: string
  readonly name: string
  readonly args?: readonly unknown[]
}

const fees = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: '0x0' }

/**
 * Takes over a node that does not mine by itself.
 *
 * Fees and gas are stated in every transaction: what a node would estimate differs between two runs.
 *
 * @param request - the node.
 * @param gas - what each transaction may use.
 * @returns the session.
 */
export function openSession(request: Request, gas = 12_000_000n): Session {
  const block: Session['block'] = async (atUnix, transactions) => {
    const hashes: Hex[] = []
    for (const { from, to, data, value = 0n } of transactions) {
      const transaction = { from, data, value: numberToHex(value), gas: numberToHex(gas), ...fees }
      const sent = to === null ? transaction : { ...transaction, to }
      hashes.push((await request('eth_sendTransaction', [sent])) as Hex)
    }
    await request('evm_setNextBlockTimestamp', [numberToHex(atUnix)])
    await request('evm_mine', [])
    const receipts: Receipt[] = []
    for (const [index, hash] of hashes.entries()) {
      const receipt = (await request('eth_getTransactionReceipt', [hash])) as RawReceipt | null
      const { what } = transactions[index]!
      if (receipt === null) throw new Error(`Not mined: ${what}`)
      if (receipt.status !== '0x1')
        throw new Error(`Failed: ${what}: ${await reasonOf(request, hash)}`)
      receipts.push({
        hash,
        gasUsed: BigInt(receipt.gasUsed),
        contract: receipt.contractAddress,
        logs: receipt.logs,
      })
    }
    return receipts
  }
  const read: Session['read'] = async (to, call) => {
    const data = dataOf(call)
    return (await request('eth_call', [{ to, data }, 'latest'])) as Hex
  }
  return { request, block, read }
}

/**
 * Encodes a call of a compiled contract.
 *
 * @param call - contract, function and arguments.
 * @returns calldata.
 */
export function dataOf({ contract, name, args = [] }: FunctionCall): Hex {
  const { abi } = artifactOf(contract)
  return encodeFunctionData({ abi, functionName: name, args } as Parameters<
    typeof encodeFunctionData
  >[0])
}

/**
 * Encodes what creates a compiled contract.
 *
 * @param contract - its name.
 * @param args - of its constructor.
 * @returns init code.
 */
export function initCodeOf(contract: string, args: readonly unknown[]): Hex {
  const { abi, initCode } = artifactOf(contract)
  return encodeDeployData({ abi, bytecode: initCode, args } as Parameters<
    typeof encodeDeployData
  >[0])
}

type RawReceipt = {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly contractAddress: Address | null
  readonly logs: Receipt['logs']
}

type Frame = {
  readonly error?: string
  readonly output?: Hex
  readonly to?: Address
  readonly input?: Hex
  readonly calls?: readonly Frame[]
}

async function reasonOf(request: Request, hash: Hex): Promise<string> {
  const top = (await request('debug_traceTransaction', [hash, { tracer: 'callTracer' }])) as Frame
  let frame = top
  for (;;) {
    const inner: Frame | undefined = frame.calls?.findLast(({ error }) => error !== undefined)
    if (inner === undefined) break
    frame = inner
  }
  return `${top.error} ${top.output ?? ''}; innermost ${frame.to} ${frame.input?.slice(0, 10)} ${frame.error} ${frame.output ?? ''}`
}
