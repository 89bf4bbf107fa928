import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import type { DrillWorld } from '@vaultwright/outcome'
import { type QueuedRequest, requestStatusOf, type WithdrawQueue } from '@vaultwright/queue'
import { accountantRateProvidersAbi, erc20Abi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'

/** The amounts that are asked for: requests of a queue, all shares in one asset, or amounts in base units. */
export type DrillDemand =
  | { readonly kind: 'matured' | 'all_requests'; readonly queue: WithdrawQueue }
  | { readonly kind: 'all_supply'; readonly asset: Address }
  | { readonly kind: 'amounts'; readonly amounts: ReadonlyMap<Address, bigint> }

const rateName = 'getRateInQuoteSafe'
const bufferAbi = parseAbi([
  'function currentBufferHelpers(address) view returns (address, address)',
])

/** Lists the assets that a demand may ask for, each once. */
export function assetsOf(demand: DrillDemand): readonly Address[] {
  if (demand.kind === 'all_supply') return [demand.asset]
  if (demand.kind === 'amounts') return [...demand.amounts.keys()]
  const { ids, requests } = demand.queue
  return [...new Set(ids.map((id) => requests.get(id)!.assetOut))]
}

/** Lists the requests that a demand names, by their state at a time. */
export function requestsOf(demand: DrillDemand, atUnix: bigint): readonly QueuedRequest[] {
  if (!('queue' in demand)) return []
  const { ids, requests } = demand.queue
  return ids
    .map((id) => requests.get(id)!)
    .filter((request) => {
      const status = requestStatusOf(request, Number(atUnix))
      return status === 'matured' || (status === 'open' && demand.kind === 'all_requests')
    })
}

/** The contracts that say what shares are worth. */
type DemandQuery = {
  readonly demand: DrillDemand
  readonly accountant: Address
  readonly vault: Address
}

type Demanded = { readonly requests: readonly QueuedRequest[]; readonly oneShare: bigint }

/** Sums a demand, an entry an asset, in base units. */
export async function readAmounts(
  world: DrillWorld,
  { demand, accountant, vault }: DemandQuery,
  { requests, oneShare }: Demanded,
): Promise<ReadonlyMap<Address, bigint>> {
  const amounts = new Map<Address, bigint>()
  if ('queue' in demand) {
    for (const { assetOut, amountOfAssets } of requests)
      amounts.set(assetOut, (amounts.get(assetOut) ?? 0n) + amountOfAssets)
    return amounts
  }
  const shares = await readWord(world, vault, 'totalSupply')
  const listed: Iterable<readonly [Address, bigint | null]> =
    demand.kind === 'amounts' ? demand.amounts : [[demand.asset, null]]
  for (const [asset, amount] of listed) {
    const rate = await readRate(world, accountant, asset)
    if (rate === null) throw new NoRateError(accountant, asset)
    const most = (shares * rate) / oneShare
    if (amount !== null && amount <= 0n) throw new EmptyDemandError(asset, amount)
    if (amount !== null && amount > most) throw new DemandTooLargeError(asset, { amount, most })
    amounts.set(asset, amount ?? most)
  }
  return amounts
}

/** Reads how many base units one whole share has. */
export async function readOneShare(world: DrillWorld, vault: Address): Promise<bigint> {
  return 10n ** (await readWord(world, vault, 'decimals'))
}

async function readWord(
  world: DrillWorld,
  to: Address,
  functionName: 'decimals' | 'totalSupply',
): Promise<bigint> {
  const [answer] = await world.ask([
    { to, data: encodeFunctionData({ abi: erc20Abi, functionName }) },
  ])
  if (answer === null || answer === undefined || answer.length !== 66) throw new NotShareError(to)
  return BigInt(answer)
}

/** Reads the rate that a withdrawal is paid at; null where the accountant gives none. */
export async function readRate(
  world: DrillWorld,
  accountant: Address,
  asset: Address,
): Promise<bigint | null> {
  const abi = accountantRateProvidersAbi
  const data = encodeFunctionData({ abi, functionName: rateName, args: [asset] })
  const [answer] = await world.ask([{ to: accountant, data }])
  const isWord = answer !== null && answer !== undefined && answer.length === 66
  return isWord && BigInt(answer) > 0n ? BigInt(answer) : null
}

/** Reads the contract that pays withdrawals in place of idle cash; null where there is none. */
export async function readBuffer(
  world: DrillWorld,
  teller: Address,
  asset: Address,
): Promise<Address | null> {
  const functionName = 'currentBufferHelpers'
  const data = encodeFunctionData({ abi: bufferAbi, functionName, args: [asset] })
  const [answer] = await world.ask([{ to: teller, data }])
  if (answer === null || answer === undefined || answer.length !== 130) return null
  const [, helper] = decodeFunctionResult({ abi: bufferAbi, functionName, data: answer })
  return helper === zeroAddress ? null : helper
}

/** An amount of nothing or less is asked for. */
export class EmptyDemandError extends BaseError {
  override readonly code = 'empty_demand'
  override readonly kind = 'invalid_input'

  constructor(asset: Address, amount: bigint) {
    super({
      message: `A demand of ${amount} base units of ${asset} asks for nothing. Give an amount above 0.`,
      facts: { asset, amount: String(amount) },
    })
  }
}

/** More is asked for than all shares are worth. */
export class DemandTooLargeError extends BaseError {
  override readonly code = 'demand_too_large'
  override readonly kind = 'invalid_input'

  constructor(
    asset: Address,
    { amount, most }: { readonly amount: bigint; readonly most: bigint },
  ) {
    super({
      message: `A demand of ${amount} base units of ${asset} is more than all shares are worth, which is ${most}. Give less, or --demand all_supply.`,
      facts: { asset, amount: String(amount), most: String(most) },
    })
  }
}

/** The accountant gives no rate: nothing can be redeemed in an asset. */
export class NoRateError extends BaseError {
  override readonly code = 'no_rate'
  override readonly kind = 'not_permitted'

  constructor(accountant: Address, asset: Address) {
    super({
      message: `The accountant ${accountant} gives no rate for ${asset}: it is paused, or the asset is not priced. Nothing can be redeemed in it.`,
      facts: { accountant, asset },
    })
  }
}

/** The vault does not answer as a token of shares does. */
class NotShareError extends BaseError {
  override readonly code = 'not_a_vault'
  override readonly kind = 'invalid_input'

  constructor(vault: Address) {
    super({ message: `${vault} has no shares. Give the vault.`, facts: { vault } })
  }
}
