import type { Address } from '@vaultwright/base'
import { coin } from './held.ts'
import type { Whose } from './holding-read.ts'
import type { Moment } from './ledger.ts'
import { product, quotient, type Ratio, ratio, whole } from './ratio.ts'

/** The worth of a whole unit of a token by a contract on the chain. */
export type QuotedPrice = {
  readonly asset: Address
  readonly per: Address | 'usd'
  readonly worth: Ratio
  /** Its growth is yield: a contract converts at it, or takes the two for equal. */
  readonly isFirm: boolean
}

const wad = 10n ** 18n

/**
 * Reads every price that the contracts of the local chain give.
 *
 * @param moment - the chain at the end of a day.
 * @param whose - the vault: what a wrapped token is worth is asked only by one that may have it.
 * @returns in no order that counts: between two tokens there is one way here, however long.
 */
export async function readQuotedPrices(
  { ask, of }: Moment,
  { generation, name }: Pick<Whose, 'generation' | 'name'>,
): Promise<readonly QuotedPrice[]> {
  const quoteFor = async (
    asset: string,
    per: Address | 'usd',
    terms: Terms,
  ): Promise<readonly QuotedPrice[]> => {
    const worth = await ask<bigint>(
      of(terms.by),
      `${terms.view} view returns (uint256)`,
      ...terms.args,
    )
    if (worth === null) return []
    const { isFirm } = terms
    return [{ asset: of(asset), per, worth: ratio(worth, terms.unit), isFirm }]
  }
  const shares =
    name === 'Local ETH'
      ? quoteFor('Local USD', of('USDC'), {
          ...firm('Local USD: accountant', 'getRate()'),
          unit: 10n ** 6n,
        })
      : quoteFor('Local ETH', of('WETH'), firm('Local ETH: accountant', 'getRate()'))
  const equal = (asset: Address, per: Address): QuotedPrice => ({
    asset,
    per,
    worth: whole,
    isFirm: true,
  })
  const wrapped =
    generation < 3
      ? []
      : [
          shares,
          quoteFor('wstETH', of('stETH'), firm('wstETH', 'getStETHByWstETH(uint256)', wad)),
          quoteFor('weETH', of('eETH'), firm('weETH', 'getEETHByWeETH(uint256)', wad)),
          quoteFor('SY WETH', of('WETH'), firm('SY WETH', 'exchangeRate()')),
          quoteFor('PT WETH', of('WETH'), {
            ...firm('Pendle market', 'ptToAssetRate()'),
            isFirm: false,
          }),
          [equal(of('stETH'), coin), equal(of('eETH'), coin)],
        ]
  const lists = await Promise.all([
    ...wrapped,
    ...['WETH', 'USDC', 'DAI'].map((token) =>
      quoteFor(token, 'usd', {
        by: 'Price oracle',
        view: 'getAssetPrice(address)',
        args: [of(token)],
        unit: 10n ** 8n,
        isFirm: false,
      }),
    ),
  ])
  return [...lists.flat(), equal(coin, of('WETH'))]
}

/** A price with whether its whole way is firm. */
export type ConvertedPrice = { readonly worth: Ratio; readonly isFirm: boolean }

/**
 * Finds what one unit of a token is worth in another, over as few steps as there are.
 *
 * @param quotes - what the chain says.
 * @param from - the token.
 * @param to - the other, or US dollars.
 * @returns null when no quotes connect the two.
 */
export function worthOf(
  quotes: readonly QuotedPrice[],
  from: Address,
  to: Address | 'usd',
): ConvertedPrice | null {
  const converted = new Map<string, ConvertedPrice>([[from, { worth: whole, isFirm: true }]])
  for (let before = -1; before !== converted.size; ) {
    before = converted.size
    for (const [place, { worth, isFirm }] of [...converted]) {
      for (const step of quotes) {
        const firm = isFirm && step.isFirm
        if (step.asset === place && !converted.has(step.per)) {
          converted.set(step.per, { worth: product(worth, step.worth), isFirm: firm })
        }
        if (step.per === place && !converted.has(step.asset)) {
          converted.set(step.asset, { worth: quotient(worth, step.worth), isFirm: firm })
        }
      }
    }
  }
  return converted.get(to) ?? null
}

/** The end of firm prices from a token: through one token after the other, and not back. */
export function firmEndOf(quotes: readonly QuotedPrice[], from: Address): Address {
  const next = quotes.find(({ asset, isFirm }) => asset === from && isFirm)
  return next === undefined || next.per === 'usd' ? from : firmEndOf(quotes, next.per)
}

type Terms = {
  /** Name of the contract that says it. */
  readonly by: string
  readonly view: string
  readonly args: readonly unknown[]
  /** The amount of one whole unit. */
  readonly unit: bigint
  readonly isFirm: boolean
}

function firm(by: string, view: string, ...args: readonly unknown[]): Terms {
  return { by, view, args, unit: wad, isFirm: true }
}
