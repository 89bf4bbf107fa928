import { assetDollarsOf } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import type { RawReading } from '../reading/raw-reading.ts'
import { vaultStateOf } from '../reading/vault-state.ts'
import type { TenantVaultRef } from '../task/task.ts'

/** A day of a vault that was read. */
export type PricedDay = { readonly vaultRef: TenantVaultRef; readonly raw: RawReading }

/** Older days are not news to those who want to know what something is worth now. */
const freshSeconds = 2n * 86_400n

/** Keeps what assets are worth in US dollars, of a day that is not long over. */
export async function keepDollarPrices(
  context: IndexContext,
  { vaultRef, raw }: PricedDay,
): Promise<void> {
  const head = context.heads.get(vaultRef.chain)
  if (head === undefined || BigInt(raw.plan.block.atUnix) + freshSeconds < head.timestamp) return
  const prices = assetDollarsOf(vaultStateOf(raw)).map(({ asset, usd, sources, atUnix }) => ({
    chain: vaultRef.chain,
    asset,
    usd,
    atUnix: BigInt(atUnix),
    source: [...new Set(sources)].join(', '),
  }))
  if (prices.length > 0) await context.store.prices.put(vaultRef.tenantId, prices)
}
