import type { Address } from '@vaultwright/base'
import { readSolver } from '@vaultwright/chain'
import {
  accountantRateProvidersAbi,
  erc20Abi,
  rolesAuthorityAbi,
  vaultAbi,
  withdrawQueueAbi,
} from '@vaultwright/registry'
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { artifactOf } from '../artifact.ts'
import { openQueueWorld } from './history.ts'

/** Roles of the vault's authority. */
export const roles = { manager: 1, minter: 2, burner: 3, solver: 12 }

/** Local ETH with a solver contract of each form, and a teller that pays out of savings. */
export async function openPaymentWorld() {
  const queueWorld = await openQueueWorld(await startLocalChain())
  const { local, chain, ask, send, vault, asset: weth } = queueWorld
  const place = (name: string) => placeOf(local, name)
  const owner = place('owner')
  const accountant = place('Local ETH: accountant')
  const deploy = async (file: string, args: readonly unknown[]): Promise<Address> => {
    const { abi, code } = await artifactOf(file)
    const data = encodeDeployData({ abi, bytecode: code, args } as never)
    const receipt = await ask('eth_sendTransactionSync', { from: owner, data, gas: '0x7a1200' })
    return (receipt as { contractAddress: Address }).contractAddress
  }
  const act = async (from: Address, to: Address, call: Act) => {
    if (!(await send(from, to, call))) throw new Error(`${call.functionName} reverted.`)
  }
  const grant = (account: Address, role: number) =>
    act(owner, place('Local ETH: roles'), {
      abi: rolesAuthorityAbi,
      functionName: 'setUserRole',
      args: [account, role, true],
    })
  const covering = await deploy('CoveringSolver', [owner, queueWorld.address, true])
  const legacy = await deploy('QueueSolver', [owner, queueWorld.address])
  const buffered = await deploy('TellerWithBuffer', [owner, vault, accountant, weth])
  for (const solver of [covering, legacy]) await grant(solver, roles.solver)
  for (const role of [roles.manager, roles.minter, roles.burner]) await grant(buffered, role)
  const readRate = async () => {
    const functionName = 'getRateInQuoteSafe'
    const data = encodeFunctionData({ abi: accountantRateProvidersAbi, functionName, args: [weth] })
    const [answer] = await chain.readCalls(
      [{ to: accountant, data }],
      await chain.readBlock('latest'),
    )
    return BigInt((answer as { data: string }).data)
  }
  const holdingOf = async (holder: Address) => {
    const [amount] = await chain.readTokenBalances(
      [{ token: weth, holder }],
      await chain.readBlock('latest'),
    )
    return amount!
  }
  /** Leaves so much idle cash in the vault. */
  const keep = async (amount: bigint) => {
    const args = [owner, (await holdingOf(vault)) - amount]
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: args as never,
    })
    await act(owner, vault, { abi: vaultAbi, functionName: 'manage', args: [weth, data, 0n] })
  }
  const request = (user: Address, shares: bigint) =>
    act(user, queueWorld.address, {
      abi: withdrawQueueAbi,
      functionName: 'requestOnChainWithdraw',
      args: [weth, shares, 10, 604_800],
    })
  const pass = async (seconds: number) => {
    await ask('evm_increaseTime', seconds)
    await ask('evm_mine')
  }
  const solverOf = async (address: Address) =>
    readSolver(chain, address, await chain.readBlock('latest'))
  const teller = place('Local ETH: teller')
  const places = { owner, accountant, teller, covering, legacy, buffered, place }
  const tools = { deploy, act, readRate, holdingOf, keep, request, pass, solverOf }
  return { ...queueWorld, ...places, ...tools }
}

type Act = { readonly abi: Abi; readonly functionName: string; readonly args: readonly unknown[] }
