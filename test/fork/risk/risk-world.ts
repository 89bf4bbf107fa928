import { setTimeout as pause } from 'node:timers/promises'
import { type Address, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import { type AbiValue, buildLeafTree, encodeManage, type Leaf } from '@vaultwright/manager'
import { checksumOf, rootOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { type RiskOptions, type RiskReport, risksOf, type WorstCall } from '@vaultwright/review'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { artifactOf } from '../artifact.ts'

/** The local chain, with a vault that holds a lot of everything and a strategist whose key is stolen. */
export type RiskWorld = Awaited<ReturnType<typeof openRiskWorld>>

export const attacker: Address = checksumOf('0xbad00000000000000000000000000000000000ba')
export const outsider: Address = checksumOf('0x00000000000000000000000000000000000d0e01')

const oneCoin = 10n ** 18n
const gas = '0xf00000'

type Transaction = {
  readonly from: Address
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
}
type Receipt = { readonly status: string; readonly contractAddress: Hex | null }

/** Opens the world; close it when done. */
export async function openRiskWorld() {
  const chain = await startLocalChain()
  const { rpc } = chain.anvil
  const addressAt = (name: string) => placeOf(chain, name)
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const [answer] = await rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  await ask('anvil_autoImpersonateAccount', true)
  const owner = addressAt('owner')
  const strategist = addressAt('strategist')
  const vault = addressAt('Local ETH')
  const manager = addressAt('Local ETH: manager')
  const send = async ({ from, to, data = '0x', value = 0n }: Transaction): Promise<Receipt> => {
    const parts = { from, data, value: `0x${value.toString(16)}`, gas }
    const hash = await ask('eth_sendTransaction', to === undefined ? parts : { ...parts, to })
    for (let round = 0; round < 1_500; round++) {
      const receipt = (await ask('eth_getTransactionReceipt', hash)) as Receipt | null
      if (receipt !== null) return receipt
      // A block may have been full.
      if (round % 50 === 5) await ask('evm_mine')
      await pause(20)
    }
    throw new Error(`${hash} was not mined.`)
  }
  const act = async (from: Address, to: Address, [signature, ...args]: readonly unknown[]) => {
    const abi = parseAbi([`function ${signature}`] as readonly string[])
    const data = encodeFunctionData({ abi, args } as never)
    const receipt = await send({ from, to, data })
    if (receipt.status !== '0x1') throw new Error(`${signature} of ${to} reverts.`)
    return receipt
  }
  const read = async (to: Address, data: Hex): Promise<Hex | null> => {
    const [answer] = await rpc.ask([{ method: 'eth_call', params: [{ to, data }, 'latest'] }])
    return answer?.ok === true ? (answer.value as Hex) : null
  }
  /** Null for what has no balances. */
  const balanceOf = async (token: Address, account: Address): Promise<bigint | null> => {
    if (token === nativeAsset)
      return BigInt((await ask('eth_getBalance', account, 'latest')) as Hex)
    const answer = await read(token, `0x70a08231${account.slice(2).padStart(64, '0')}`)
    return answer === null || answer === '0x' ? null : BigInt(answer)
  }
  const giveCoins = async (account: Address, amount: bigint) =>
    ask('anvil_setBalance', account, `0x${amount.toString(16)}`)
  /** Gives an account tokens, as far as their owner can make some. */
  const give = async (token: Address, account: Address, amount: bigint) => {
    if (isSameAddress(token, addressAt('WETH'))) {
      await send({ from: attacker, to: token, value: amount, data: '0xd0e30db0' })
      return act(attacker, token, ['transfer(address,uint256)', account, amount])
    }
    return act(owner, token, ['mint(address,uint256)', account, amount])
  }
  const aTokenOf = async (token: string): Promise<Address> => {
    const abi = parseAbi(['function getReserveData(address asset)'])
    const data = encodeFunctionData({ abi, args: [addressAt(token)] })
    return checksumOf(
      `0x${(await read(addressAt('Aave pool'), data))!.slice(2 + 64 * 8 + 24, 2 + 64 * 9)}`,
    )
  }
  const deploy = async (contract: string, args: readonly unknown[] = []): Promise<Address> => {
    const { abi, code } = await artifactOf(contract)
    const data = encodeDeployData({ abi, bytecode: code, args })
    const { contractAddress } = await send({ from: owner, data })
    return checksumOf(contractAddress as Hex)
  }
  const tokens = ['WETH', 'USDC', 'DAI', 'USDT', 'FEE', 'SKIM', 'HUSH', 'LIE'].map(addressAt)
  await giveCoins(attacker, 1_000_000n * oneCoin)
  for (const token of tokens) await give(token, vault, 100n * oneCoin)
  await giveCoins(vault, 50n * oneCoin)
  const balances = new Map<string, bigint>()
  for (const token of [nativeAsset, ...Object.values(chain.manifest.contracts)]) {
    const balance = await balanceOf(token, vault)
    if (balance !== null) balances.set(token.toLowerCase(), balance)
  }
  /** The chain's values for arguments that no leaf binds. */
  const choices: Readonly<Record<string, AbiValue>> = {
    'uniswap_v3/swap fee': 500n,
    'uniswap_v3/mint fee': 500n,
    'layer_zero/send token': addressAt('WETH'),
    'claimRewards(address[],uint256,address,address) assets': [await aTokenOf('WETH')],
    'claimRewards(address[],uint256,address,address) reward': addressAt('DAI'),
  }
  const metadata = localTree('local-eth-main-3').metadata
  return {
    at: addressAt,
    ask,
    aTokenOf,
    send,
    act,
    balanceOf,
    give,
    giveCoins,
    deploy,
    owner,
    strategist,
    vault,
    manager,
    decoder: addressAt('Decoder'),
    /** Puts leaves in force, for the strategist and for loans, and finds their ways out. */
    grant: async (
      leaves: readonly Leaf[],
      options: Partial<RiskOptions> = {},
    ): Promise<GrantedTree> => {
      const file = fileOf(buildLeafTree(leaves), metadata)
      const root = printHex(rootOf(file.tree.tree))
      for (const account of [strategist, manager]) {
        await act(owner, manager, ['setManageRoot(address,bytes32)', account, root])
      }
      const held = (token: Address) => balances.get(token.toLowerCase()) ?? null
      const choiceOf = (route: string, parameter: string) =>
        choices[`${route} ${parameter}`] ?? null
      const drones = [addressAt('Local ETH: drone')]
      const settings = { rules: ruleBook, attacker, balanceOf: held, drones, choiceOf }
      return { file, report: risksOf(file, { ...settings, ...options }) }
    },
    /** Runs calls as the strategist. */
    attack: async (...calls: readonly WorstCall[]) => {
      const data = encodeManage(calls)
      const receipt = await send({ from: strategist, to: manager, data })
      if (receipt.status === '0x1') return receipt
      const request = { from: strategist, to: manager, data, gas }
      const [answer] = await rpc.ask([{ method: 'eth_call', params: [request, 'latest'] }])
      throw new Error(`The attack reverts: ${JSON.stringify(answer)}`)
    },
    /** Does work and undoes it. */
    undone: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const snapshot = await ask('evm_snapshot')
      try {
        return await work()
      } finally {
        await ask('evm_revert', snapshot)
      }
    },
    close: () => chain.anvil.close(),
  }
}

/** A tree in force. */
export type GrantedTree = { readonly file: TreeFile; readonly report: RiskReport }
