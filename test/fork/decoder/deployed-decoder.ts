import type { Address, Hex } from '@vaultwright/base'
import {
  type Anvil,
  type Chain,
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckReport,
  openAnvil,
  openChain,
} from '@vaultwright/chain'
import type { DecoderDifference, FunctionCandidate } from '@vaultwright/manager'
import { type Abi, encodeDeployData, numberToHex, pad } from 'viem'
import vector from '../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { artifactOf } from '../artifact.ts'
import { readCode } from './responder.ts'

/** A chain with nothing but decoders and what they read. */
export type DecoderChain = {
  readonly anvil: Anvil
  readonly chain: Chain
  /** Deploys a contract whose constructor takes accounts by role. */
  readonly deploy: (contract: string, takes?: readonly string[], file?: string) => Promise<Address>
}

/** Accounts that constructors take. */
export const roles = vector.roles as Readonly<Record<string, Address>>
/** Every decoder that can be deployed: its rules and what its constructor takes. */
export const deployable = vector.decoders

/** Starts a chain on which decoders are deployed; what they read answers every call. */
export async function openDecoderChain(): Promise<DecoderChain> {
  const limits = ['--gas-limit', '1000000000', '--disable-code-size-limit', '--auto-impersonate']
  const anvil = await openAnvil({ arguments: limits })
  const value = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const [answer] = await anvil.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer).slice(0, 300)}`)
    return answer.value
  }
  for (const [role, code] of Object.entries(readCode))
    await value('anvil_setCode', roles[role], code)
  await value('anvil_setBalance', roles.manager, numberToHex(10n ** 24n))
  const deploy = async (contract: string, takes: readonly string[] = [], file = contract) => {
    const { abi, code } = await artifactOf(file, contract)
    const accounts = takes.map((role) => roles[role]!)
    const data = encodeDeployData({ abi, bytecode: code, args: argumentsOf(abi, accounts) })
    const sent = { from: roles.manager, data, gas: numberToHex(100_000_000) }
    const receipt = (await value('eth_sendTransactionSync', sent)) as { contractAddress: Address }
    return receipt.contractAddress
  }
  return { anvil, chain: await openChain(anvil.rpc, { id: 31337 }), deploy }
}

/** Checks a deployed decoder without a terminal. */
export async function checkQuietly(
  { chain }: DecoderChain,
  decoder: Address,
  plan: {
    readonly candidates: readonly FunctionCandidate[]
    readonly runs: number
    readonly seed: string
  },
): Promise<DecoderCheckReport> {
  const block = await chain.readBlock('latest')
  const whole = { ...plan, decoder, block, contracts: [], budget: 1_000_000 }
  return checkDecoder(chain, whole, { found: () => {}, checked: () => {} })
}

/** The differences of a function that was checked. */
export function differencesOf(checked: CheckedFunction): readonly DecoderDifference[] {
  return checked.kind === 'checked' ? checked.verdict.differences : []
}

/** The arguments of a decoder's constructor, of the accounts in its roles: words and small numbers too. */
export function argumentsOf(abi: Abi, accounts: readonly Address[]): readonly unknown[] {
  const inputs = abi.find((item) => item.type === 'constructor')?.inputs ?? []
  return accounts.map((account, index) => argumentOf(account, inputs[index]?.type ?? ''))
}

function argumentOf(account: Address, type: string): Address | Hex | number {
  if (type === 'bytes32') return pad(account)
  return type === 'uint32' ? Number(account) : account
}
