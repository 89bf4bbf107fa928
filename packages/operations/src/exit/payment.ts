import type { Address, Hex } from '@vaultwright/base'
import { encodeSolve, type QueueSolver } from '@vaultwright/chain'
import type { DrillBlock, DrillCall, DrillStop, DrillWorld } from '@vaultwright/outcome'
import { maturityOf, type QueuedRequest } from '@vaultwright/queue'
import { tellerAbi, vaultAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { findMost } from './search.ts'

/** The contracts that pay, and the account that calls the solver. */
export type DrillPayer = {
  readonly vault: Address
  readonly teller: Address
  readonly solver: QueueSolver
  readonly sender: Address
}

/** A request that is paid, or a withdrawal of everybody else. */
export type PaymentStep = {
  readonly kind: 'solve' | 'withdraw'
  readonly block: DrillBlock
  readonly calls: readonly DrillCall[]
  readonly asset: Address
  /** Of the request; null for a withdrawal. */
  readonly request: Hex | null
  readonly nonce: bigint | null
  /** Base units that arrive. */
  readonly paid: bigint
}

/** Time that passes for a request to mature. */
export type WaitStep = {
  readonly kind: 'wait'
  readonly untilUnix: bigint
  readonly request: Hex
}

/** A request that is not paid, or the part of an amount that is not. */
export type UnpaidDemand = {
  readonly asset: Address
  readonly request: Hex | null
  readonly nonce: bigint | null
  /** Base units. */
  readonly amount: bigint
  readonly block: DrillBlock
  readonly calls: readonly DrillCall[]
  /** Null where less arrives than is asked for, and nothing is refused. */
  readonly stop: DrillStop | null
}

/** The payments of a drill. */
export type Payments = {
  readonly steps: readonly (PaymentStep | WaitStep)[]
  readonly unpaid: readonly UnpaidDemand[]
}

/** Solves requests in the order of their numbers, each in a block of its own; one that is refused is passed over. */
export async function payRequests(
  world: DrillWorld,
  payer: DrillPayer,
  requests: readonly QueuedRequest[],
): Promise<Payments> {
  const steps: (PaymentStep | WaitStep)[] = []
  const unpaid: UnpaidDemand[] = []
  // What has matured is paid before anything is waited for.
  const ordered = requests.toSorted((one, other) => {
    const [first, second] = [one, other].map((request) => maturesFrom(request, world))
    if (first !== second) return first! < second! ? -1 : 1
    return one.nonce < other.nonce ? -1 : 1
  })
  for (const request of ordered) {
    const matures = BigInt(maturityOf(request))
    if (matures > world.next().timestamp) {
      world.waitUntil(matures)
      steps.push({ kind: 'wait', untilUnix: matures, request: request.id })
    }
    const { teller, solver, sender } = payer
    const data = encodeSolve([request], { teller, form: solver.form })
    const calls = [{ from: sender, to: solver.address, data }]
    const block = world.next()
    const { id, nonce, assetOut: asset, amountOfAssets } = request
    const place = { block, calls, asset, request: id, nonce }
    const measure = { token: asset, holder: request.user }
    const { stop, paid } = await world.commit(calls, measure)
    if (stop === null) steps.push({ kind: 'solve', ...place, paid })
    else unpaid.push({ ...place, amount: amountOfAssets, stop })
  }
  return { steps, unpaid }
}

/** Times of requests that have matured are all the same: now. */
function maturesFrom(request: QueuedRequest, world: DrillWorld): bigint {
  const matures = BigInt(maturityOf(request))
  const { timestamp } = world.next()
  return matures > timestamp ? matures : timestamp
}

/** The worth of one whole share in an asset. */
export type ShareWorth = { readonly rate: bigint; readonly oneShare: bigint }

/**
 * Pays an amount that no request asks for yet: the teller mints shares of that worth to the solver, which withdraws
 * them. Less than the amount is paid where it is refused, to the unit.
 */
export async function payAmount(
  world: DrillWorld,
  payer: DrillPayer,
  {
    asset,
    amount,
    rate,
    oneShare,
  }: ShareWorth & { readonly asset: Address; readonly amount: bigint },
): Promise<Payments> {
  const { vault, teller, solver } = payer
  const callsOf = (assets: bigint): readonly DrillCall[] => {
    const shares = (assets * oneShare + rate - 1n) / rate
    const mint = encodeFunctionData({
      abi: vaultAbi,
      functionName: 'enter',
      args: [teller, asset, 0n, solver.address, shares],
    })
    const withdraw = encodeFunctionData({
      abi: tellerAbi,
      functionName: 'bulkWithdraw',
      args: [asset, shares, 0n, solver.address],
    })
    return [
      { from: teller, to: vault, data: mint },
      { from: solver.address, to: teller, data: withdraw },
    ]
  }
  const measure = { token: asset, holder: solver.address }
  const tryAmount = (assets: bigint) => world.attempt(callsOf(assets), measure)
  const bound = await world.balanceOf({ token: asset, holder: vault })
  const most = await findMost(tryAmount, { wish: amount, bound })
  const block = world.next()
  const steps: PaymentStep[] = []
  const place = { asset, request: null, nonce: null }
  if (most.amount > 0n) {
    const calls = callsOf(most.amount)
    const { paid } = await world.commit(calls, measure)
    steps.push({ kind: 'withdraw', block, calls, ...place, paid })
  }
  const paid = steps.reduce((sum, step) => sum + step.paid, 0n)
  if (paid >= amount) return { steps, unpaid: [] }
  const calls = callsOf(most.amount + 1n)
  return {
    steps,
    unpaid: [{ ...place, block, calls, amount: amount - paid, stop: most.stop }],
  }
}
