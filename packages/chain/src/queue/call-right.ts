import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { rolesAuthorityAbi, withdrawQueueAbi } from '@vaultwright/registry'
import { encodeFunctionData, getAbiItem, toFunctionSelector } from 'viem'
import type { Chain } from '../port/chain.ts'
import { type QueueSolver, solveOf } from './queue-solver.ts'

/** A call of one account to another. */
export type GuardedCall = {
  readonly caller: Address
  readonly target: Address
  readonly selector: Hex
}

const ownerAbi = [
  {
    name: 'owner',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'authority',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
] as const

/**
 * Tells of each call whether its target lets it through: the caller owns it, or its authority says so.
 *
 * Source: the `requiresAuth` of the vault's contracts.
 *
 * @throws what reading throws.
 */
export async function readCallRights(
  chain: Pick<Chain, 'readCalls'>,
  calls: readonly GuardedCall[],
  block: BlockRef,
): Promise<readonly boolean[]> {
  const views = calls.flatMap(({ target }) =>
    (['owner', 'authority'] as const).map((functionName) => ({
      to: target,
      data: encodeFunctionData({ abi: ownerAbi, functionName }),
    })),
  )
  const accounts = (await chain.readCalls(views, block)).map((answer) =>
    answer.ok && answer.data.length === 66
      ? (`0x${answer.data.slice(26)}` as Address)
      : zeroAddress,
  )
  const questions = calls.map(({ caller, target, selector }, index) => ({
    to: accounts[2 * index + 1]!,
    data: encodeFunctionData({
      abi: rolesAuthorityAbi,
      functionName: 'canCall',
      args: [caller, target, selector],
    }),
  }))
  const answers = await chain.readCalls(questions, block)
  return calls.map(({ caller }, index) => {
    const owner = accounts[2 * index]!
    if (owner !== zeroAddress && isSameAddress(owner, caller)) return true
    if (accounts[2 * index + 1] === zeroAddress) return false
    const answer = answers[index]
    return answer?.ok === true && answer.data.length === 66 && BigInt(answer.data) === 1n
  })
}

/** A call that a solve needs and that its target refuses. */
export type MissingRight = GuardedCall & { readonly functionName: string }

/**
 * Lists which calls of a solve are refused to those who make them: the sender calls the solver, the solver the queue
 * and the teller.
 *
 * @throws what reading throws.
 */
export async function readMissingRights(
  chain: Pick<Chain, 'readCalls'>,
  { queue, teller, solver, sender }: SolveParties,
  block: BlockRef,
): Promise<readonly MissingRight[]> {
  const solve = getAbiItem({ abi: withdrawQueueAbi, name: 'solveOnChainWithdraws' })
  const calls = [
    {
      caller: sender,
      target: solver.address,
      selector: solveOf(solver.form),
      functionName: 'boringRedeemSolve',
    },
    {
      caller: solver.address,
      target: queue,
      selector: toFunctionSelector(solve),
      functionName: 'solveOnChainWithdraws',
    },
    {
      caller: solver.address,
      target: teller,
      selector: withdrawSelector,
      functionName: 'bulkWithdraw',
    },
  ]
  const rights = await readCallRights(chain, calls, block)
  return calls.filter((_, index) => rights[index] !== true)
}

/** The accounts of a solve. */
type SolveParties = {
  readonly queue: Address
  readonly teller: Address
  readonly solver: QueueSolver
  readonly sender: Address
}

/** Selector of the withdrawal of a solver. */
export const withdrawSelector = toFunctionSelector('bulkWithdraw(address,uint256,uint256,address)')
