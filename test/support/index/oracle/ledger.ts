import type { Address } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { createPublicClient, type Hex, http, type PublicClient, parseAbi } from 'viem'

/** The local chain, asked one question at a time by a client that is not ours. */
export type Ledger = {
  readonly client: PublicClient
  readonly manifest: LocalChain['manifest']
  /** Address of a contract by its name in the manifest. */
  readonly of: (name: string) => Address
}

/** The chain at one of its blocks. */
export type Moment = Ledger & {
  readonly block: bigint
  readonly atUnix: bigint
  /** Asks `balanceOf(address) view returns (uint256)`; null when it reverts or the account has no code. */
  readonly ask: <Answer>(
    to: Address,
    view: string,
    ...args: readonly unknown[]
  ) => Promise<Answer | null>
  /** The values that a list of writes would return one after the other; nothing stays. */
  readonly pretend: <Answer>(writes: readonly Write[]) => Promise<readonly (Answer | null)[]>
}

/** A call that changes something, from an account that may make it. */
export type Write = {
  readonly from: Address
  readonly to: Address
  readonly function: string
  readonly args: readonly unknown[]
}

type Pretended = {
  readonly calls: readonly { readonly status: string; readonly result: unknown }[]
}

/** Opens the local chain for the oracle. */
export function openLedger({ anvil, manifest }: LocalChain): Ledger {
  const client = createPublicClient({ transport: http(anvil.url, { batch: { batchSize: 200 } }) })
  const of = (name: string) => {
    const address = manifest.contracts[name]
    if (address === undefined) throw new Error(`The local chain has no ${name}.`)
    return address
  }
  return { client: client as PublicClient, manifest, of }
}

/** Looks at the chain as it was at a block. */
export function momentOf(
  ledger: Ledger,
  { block, atUnix }: Pick<Moment, 'block' | 'atUnix'>,
): Moment {
  const { client } = ledger
  const ask: Moment['ask'] = async (to, view, ...args) => {
    const { abi, functionName } = abiOf(view)
    try {
      const question = { address: to, abi, functionName, args, blockNumber: block }
      return (await client.readContract(question as never)) as never
    } catch (error) {
      if ((error as Error).name === 'ContractFunctionExecutionError') return null
      throw error
    }
  }
  const pretend: Moment['pretend'] = async (writes) => {
    const calls = writes.map(({ from, to, function: signature, args }) => ({
      account: from,
      to,
      args,
      ...abiOf(signature),
    }))
    const terms = { blockNumber: block, blocks: [{ calls }] }
    const [simulated] = (await client.simulateBlocks(
      terms as never,
    )) as unknown as readonly Pretended[]
    return simulated!.calls.map((call) => (call.status === 'success' ? call.result : null)) as never
  }
  return { ...ledger, block, atUnix, ask, pretend }
}

/** Every block's time, by number. */
export async function readTimes({ client, manifest }: Ledger): Promise<readonly bigint[]> {
  const numbers = Array.from({ length: manifest.head.block + 1 }, (_, number) => BigInt(number))
  const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })))
  return blocks.map(({ timestamp }) => timestamp)
}

/** Tells whether a contract stands at an address at a block. */
export async function hasCode({ client, block }: Moment, address: Address): Promise<boolean> {
  const code: Hex | undefined = await client.getCode({ address, blockNumber: block })
  return code !== undefined && code !== '0x'
}

function abiOf(signature: string) {
  const abi = parseAbi([`function ${signature}`] as readonly string[]) as readonly {
    readonly name: string
  }[]
  return { abi, functionName: abi[0]!.name }
}
