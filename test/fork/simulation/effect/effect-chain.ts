import type { Address } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain, openForkPool } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import type { Pattern } from '@vaultwright/protocols'
import { type Hardfork, nativeAsset } from '@vaultwright/registry'
import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toEventSelector,
} from 'viem'
import vector from '../../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { startChainBy } from '../../../support/node/local-chain.ts'
import { openAgreements } from '../../../support/proven/agreement.ts'
import { artifactOf } from '../../artifact.ts'
import { send, value } from '../../world.ts'

/** The local chain with everything that effects are looked at with. */
export type EffectChain = Awaited<ReturnType<typeof openEffectChain>>

/** A call in words: who is called, the function, its arguments. */
export type NamedViewCall = readonly [to: string, signature: string, args?: readonly unknown[]]

/** The sender, and the value that goes along. */
export type Sender = { readonly from?: string; readonly value?: bigint }

/** The address of the coin where a token is required. */
export const native: Address = nativeAsset

/** Starts the local chain; what is deployed beside it gets a name as well. */
export async function openEffectChain(hardfork: Hardfork = 'cancun') {
  const local = await startChainBy(hardfork)
  try {
    return await deployContracts(local, hardfork)
  } catch (error) {
    await local.anvil.close()
    throw error
  }
}

async function deployContracts(local: LocalChain, hardfork: Hardfork) {
  const { rpc } = local.anvil
  const chain: Chain = await openChain(rpc, { id: 31337 })
  const pool = openForkPool({ upstreams: { 31337: local.anvil.url } })
  const names = new Map<string, Address>(Object.entries(local.manifest.contracts))
  for (const { name, address } of local.manifest.accounts) names.set(name, address)
  names.set('ETH', native)
  const of = (name: string): Address => {
    if (/^0x[0-9a-fA-F]{40}$/.test(name)) return checksumOf(name as Hex)
    const account = names.get(name)
    if (account === undefined) throw new Error(`Nothing on the chain is named ${name}.`)
    return account
  }
  const act = (
    [to, signature, args = []]: NamedViewCall,
    { from = 'owner', value: sent }: Sender = {},
  ) =>
    send(rpc, of(from), {
      to: of(to),
      data: encodeFunctionData({ abi: parseAbi([`function ${signature}`] as string[]), args }),
      ...(sent === undefined ? {} : { value: `0x${sent.toString(16)}` }),
    })
  const ask = async ([to, signature, args = []]: NamedViewCall): Promise<unknown> => {
    const abi = parseAbi([`function ${signature}`] as string[])
    const data = encodeFunctionData({ abi, args })
    const answer = await value(rpc, 'eth_call', { to: of(to), data }, 'latest')
    return decodeFunctionResult({ abi, data: answer as Hex })
  }
  const place = async (name: string, contract: string, args: readonly unknown[]) => {
    const [file, part] = contract.split(':') as [string, string?]
    const { abi, code } = await artifactOf(file, part)
    const data = encodeDeployData({ abi, bytecode: code, args: [...args] })
    const { contractAddress } = await send(rpc, of('owner'), { data })
    names.set(name, checksumOf(contractAddress as Hex))
    return of(name)
  }
  const decoders = openDecoders({ of, place, names })
  return {
    local,
    /** The comparisons of the engines. */
    agreements: openAgreements(hardfork),
    rpc,
    chain,
    pool,
    names,
    of,
    act,
    ask,
    place,
    decoderOf: decoders,
    /** Asks what an account's balance of a token is; `ETH` for the coin. */
    balanceOf: async (token: string, holder: string): Promise<bigint> =>
      of(token) === native
        ? BigInt((await value(rpc, 'eth_getBalance', of(holder), 'latest')) as Hex)
        : ((await ask([
            token,
            'balanceOf(address) view returns (uint256)',
            [of(holder)],
          ])) as bigint),
    /** Lets time pass before the next block. */
    wait: (seconds: number) => value(rpc, 'evm_increaseTime', seconds),
    /** Undoes what a piece of work did. */
    undone: async (work: () => Promise<void>): Promise<void> => {
      const snapshot = await value(rpc, 'evm_snapshot')
      const before = new Map(names)
      try {
        await work()
      } finally {
        await value(rpc, 'evm_revert', snapshot)
        for (const name of names.keys()) if (!before.has(name)) names.delete(name)
      }
    },
    close: async () => {
      await pool.close()
      await local.anvil.close()
    },
  }
}

/** The first topic of an event, `MessageSent(bytes)`. */
export const topicOf = (event: string): Hex => toEventSelector(`event ${event}`)

type DeployContext = {
  readonly names: ReadonlyMap<string, Address>
  readonly of: (name: string) => Address
  readonly place: (name: string, contract: string, args: readonly unknown[]) => Promise<Address>
}

/** Decoders of the chain serve what they can; for other rules one is deployed the first time. */
function openDecoders({ of, place, names }: DeployContext) {
  const taken: Record<string, string> = {
    owner: 'Local ETH',
    positionManager: 'Uniswap positions',
    odosRouter: 'Odos router',
    executor: 'Swap executor',
    vault: 'Local ETH',
  }
  return async ({ decoders }: Pattern): Promise<Address | null> => {
    const serving = vector.decoders.filter(({ rules, takes }) => {
      return rules.some((rule) => decoders.includes(rule)) && takes.every((role) => role in taken)
    })
    if (serving.some(({ contract }) => contract === 'MainnetDecoder')) return of('Decoder')
    const [first] = serving
    if (first === undefined) return null
    const args = first.takes.map((role) => of(taken[role]!))
    const existing = names.get(first.contract)
    return existing ?? place(first.contract, first.contract, args)
  }
}
