import { type Address, BaseError, type Hex, zeroAddress } from '@vaultwright/base'
import type { ManagerRevert } from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'
import { findMostPaid, type MostPaid, type Trial } from '@vaultwright/queue'
import { erc20Abi, tellerAbi, vaultAbi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { type RunEngines, type RunResult, simulateEach } from '../simulation/simulate-each.ts'
import { readCallRights, withdrawSelector } from './call-right.ts'

/** The reason that a payment is refused: what it reverted with, or the node's own words. */
export type PaymentStop = ManagerRevert | { readonly halt: string }

/** The most that a teller pays of an asset at once, executed on the state of a block. */
export type InstantPayment = MostPaid<PaymentStop> & {
  /** The contract whose calls pay every withdrawal, in place of the idle cash; null where idle cash pays. */
  readonly buffer: Address | null
}

/** Terms of a payment at once. */
export type InstantQuery = {
  readonly vault: Address
  readonly teller: Address
  /** An account that may withdraw through the teller, such as the solver of a queue. */
  readonly withdrawer: Address
  readonly asset: Address
  /** Base units of the asset for one whole share. */
  readonly rate: bigint
  /** Base units of one whole share. */
  readonly oneShare: bigint
  /** Base units that the vault holds; null where the asset does not say. */
  readonly idle: bigint | null
  readonly block: BlockRef
}

/** Source: the public mapping of the teller with a buffer. */
const bufferAbi = parseAbi([
  'function currentBufferHelpers(address) view returns (address, address)',
])

/**
 * Finds the most base units that a withdrawal through the teller pays at a block, by executing it: shares of that worth
 * are minted by the teller to the account that withdraws, and what arrives is measured. All shares of the vault bound
 * the search.
 *
 * @throws {WithdrawerError} where the account may not withdraw through the teller, or the teller may not mint: nothing
 * then says what the vault can pay. And what simulating and reading throw.
 */
export async function readInstant(
  engines: RunEngines,
  query: InstantQuery,
): Promise<InstantPayment> {
  const { vault, teller, asset, rate, oneShare, idle, block } = query
  const { chain } = engines
  await assertWithdrawer(chain, query)
  const [supply, helpers] = await chain.readCalls(
    [
      { to: vault, data: encodeFunctionData({ abi: erc20Abi, functionName: 'totalSupply' }) },
      {
        to: teller,
        data: encodeFunctionData({
          abi: bufferAbi,
          functionName: 'currentBufferHelpers',
          args: [asset],
        }),
      },
    ],
    block,
  )
  const shares = supply?.ok === true && supply.data.length === 66 ? BigInt(supply.data) : 0n
  const tryAll = async (amounts: readonly bigint[]) => {
    const runs = amounts.map((amount) => withdrawalOf(query, amount))
    const { runs: results } = await simulateEach(engines, block, runs)
    return results.map((result) => trialOf(result, query))
  }
  const most = (shares * rate) / oneShare
  const mostPaid = await findMostPaid({ guess: idle, most }, tryAll)
  return { ...mostPaid, buffer: helpers?.ok === true ? bufferIn(helpers.data) : null }
}

/** A teller without buffers has no such function, or answers nothing that is one. */
function bufferIn(data: Hex): Address | null {
  if (data.length !== 130) return null
  const [, withdraw] = decodeFunctionResult({
    abi: bufferAbi,
    functionName: 'currentBufferHelpers',
    data,
  })
  return withdraw === zeroAddress ? null : withdraw
}

function withdrawalOf(
  { vault, teller, withdrawer, asset, rate, oneShare }: InstantQuery,
  amount: bigint,
) {
  const shares = (amount * oneShare + rate - 1n) / rate
  const mint = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'enter',
    args: [teller, asset, 0n, withdrawer, shares],
  })
  const withdraw = encodeFunctionData({
    abi: tellerAbi,
    functionName: 'bulkWithdraw',
    args: [asset, shares, 0n, withdrawer],
  })
  return {
    transactions: [
      { from: teller, to: vault, data: mint },
      { from: withdrawer, to: teller, data: withdraw },
    ],
    reads: [{ kind: 'balance', token: asset, holder: withdrawer }] as const,
  }
}

function trialOf(
  { transactions, readings }: RunResult,
  query: Pick<InstantQuery, 'vault' | 'teller' | 'withdrawer'>,
): Trial<PaymentStop> {
  const [mint, withdrawal] = transactions
  if (mint?.isSuccess !== true) throw new WithdrawerError('mint', query)
  if (withdrawal?.isSuccess !== true) return { stop: stopOf(withdrawal!) }
  const [, before, after] = readings.map(([balance]) => balance ?? null)
  return before === null || before === undefined || after === null || after === undefined
    ? { stop: { halt: 'the asset does not say its balance' } }
    : { paid: after - before }
}

type Party = Pick<InstantQuery, 'vault' | 'teller' | 'withdrawer'>

/** A teller lets its owner withdraw, and whom its authority lets through. */
async function assertWithdrawer(
  chain: RunEngines['chain'],
  query: Party & Pick<InstantQuery, 'block'>,
): Promise<void> {
  const { teller, withdrawer, block } = query
  const call = { caller: withdrawer, target: teller, selector: withdrawSelector }
  const [mayWithdraw] = await readCallRights(chain, [call], block)
  if (mayWithdraw !== true) throw new WithdrawerError('withdraw', query)
}

/** Nothing can say what a vault pays: the account may not withdraw, or the teller may not mint. */
export class WithdrawerError extends BaseError {
  override readonly code = 'no_withdrawer'
  override readonly kind = 'invalid_input'

  constructor(what: 'mint' | 'withdraw', { vault, teller, withdrawer }: Party) {
    super({
      message:
        what === 'mint'
          ? `The teller ${teller} may not mint shares of ${vault}. Give the teller of that vault.`
          : `${withdrawer} may not withdraw through the teller ${teller}. Give an account that may, such as the solver of the queue; vaultwright control lists them.`,
      facts: { vault, teller, withdrawer },
    })
  }
}

/** Gives the reason that a transaction of a run failed. */
export function stopOf({ revert, halt }: RunResult['transactions'][number]): PaymentStop {
  return halt === null ? revert! : { halt }
}
