import type { Known, VaultState } from '@vaultwright/valuation'
import { printAmount } from './fraction.ts'
import type { Step } from './step.ts'

/** What the steps of a share's worth are told from. */
type Share = Omit<VaultState, 'holdings' | 'failures'>

/** Tells how the price of a share is made. */
export function priceStep({ accountant, base }: Share, sharePrice: Known<string>): Step {
  const rate = accountant?.rate ?? null
  const how = rate === null ? 'getRate()' : `getRate() = ${rate} / 10^${base?.decimals ?? '?'}`
  return ['share price', how, printAmount(sharePrice, base?.symbol ?? '')]
}

/** Tells how the worth of all shares is made. */
export function assetsStep({ accountant, base, share }: Share, totalAssets: Known<string>): Step {
  const isStream = accountant?.kind === 'yield_streaming'
  const told = accountant?.stream?.totalAssets ?? '?'
  const how = isStream
    ? `totalAssets() = ${told} / 10^${base?.decimals ?? '?'}`
    : `${accountant?.rate ?? '?'} × ${share.supply ?? '?'} / 10^${share.decimals ?? '?'}, rounded down`
  return ['total assets', how, printAmount(totalAssets, base?.symbol ?? '')]
}

/** Tells how something in the base asset becomes US dollars. */
export function dollarStep(
  name: string,
  of: string,
  { measured, value }: { readonly measured: Share; readonly value: Known<string> },
): Step {
  const { base, quotes } = measured
  const quote = quotes.find(({ asset, per }) => per === 'usd' && asset === base?.address)
  const price = quote === undefined ? 'by the prices above' : `${quote.price} (${quote.source})`
  return [
    name,
    `${of} × USD price of ${base?.symbol ?? 'the base asset'}: ${price}`,
    printAmount(value, 'USD'),
  ]
}
