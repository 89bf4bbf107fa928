import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { queueSolverAbi, queueSolverLegacyAbi } from '@vaultwright/registry'
import {
  type Abi,
  type AbiFunction,
  encodeFunctionData,
  getAbiItem,
  toFunctionSelector,
} from 'viem'
import type { Chain } from '../port/chain.ts'

/** A solver contract: which solve it has, and who owns it. */
export type QueueSolver = {
  readonly address: Address
  /** `covering` asks its caller whether it covers a deficit; `legacy` refuses one. */
  readonly form: 'covering' | 'legacy'
  /** Null where it names none. */
  readonly owner: Address | null
}

/**
 * Reads a solver contract at a block.
 *
 * @throws {SolverError} where its code has no solve that redeems. And what reading throws.
 */
export async function readSolver(
  chain: Pick<Chain, 'readCode' | 'readCalls'>,
  address: Address,
  block: BlockRef,
): Promise<QueueSolver> {
  const ownerCall = encodeFunctionData({ abi: queueSolverAbi, functionName: 'owner' })
  const [{ code }, [answer]] = await Promise.all([
    chain.readCode(address, block),
    chain.readCalls([{ to: address, data: ownerCall }], block),
  ])
  const form = (['covering', 'legacy'] as const).find((one) => code.includes(pushOf(one)))
  if (form === undefined) throw new SolverError(address)
  const word = answer?.ok === true && answer.data.length === 66 ? answer.data.slice(26) : null
  const owner = word === null || BigInt(`0x${word}`) === 0n ? null : parseAddress(`0x${word}`)
  return { address, form, owner }
}

/** A dispatcher pushes the selector of each of its functions. */
function pushOf(form: QueueSolver['form']): string {
  return `63${solveOf(form).slice(2)}`
}

/** Gives the selector of the solve that redeems. */
export function solveOf(form: QueueSolver['form']): Hex {
  const abi = form === 'covering' ? queueSolverAbi : queueSolverLegacyAbi
  const solve = getAbiItem({ abi: abi as Abi, name: 'boringRedeemSolve' })
  return toFunctionSelector(solve as AbiFunction)
}

/** The account has no solve that redeems. */
export class SolverError extends BaseError {
  override readonly code = 'not_a_solver'
  override readonly kind = 'invalid_input'

  constructor(solver: Address) {
    super({
      message: `${solver} has no boringRedeemSolve. Give the solver contract of the queue.`,
      facts: { solver },
    })
  }
}
