import type { Address } from '@vaultwright/base'
import type { LocalManifest } from '@vaultwright/chain'

/** The demo, running. */
export type DemoPlace = {
  /** Of the API. */
  readonly url: string
  /** Of the metrics, on their own port; null when they have none. */
  readonly metricsUrl: string | null
  /** Of the local chain. */
  readonly chainUrl: string
  readonly key: string
  readonly manifest: LocalManifest
}

/** A line to type, and what it shows. */
export type TourLine = { readonly what: string; readonly line: string }

/**
 * Lists commands that work as they are printed: one that reads, one that lists, one that builds.
 */
export function tourOf({ url, key, manifest }: DemoPlace): readonly TourLine[] {
  const [first] = manifest.vaults
  const strategist = strategistOf(manifest)
  const auth = `-H 'Authorization: Bearer ${key}'`
  const supply = JSON.stringify({ params: { asset: 'WETH', amount: '1.5' }, verbose: true })
  return [
    {
      what: 'the vaults of the tenant',
      line: `curl -s ${auth} '${url}/v1/vaults'`,
    },
    {
      what: 'the last days of Local ETH, with its share price and yield',
      line: `curl -s ${auth} '${url}/v1/vaults/local/${first!.vault}/dailyData?from=2026-02-07'`,
    },
    {
      what: 'supply 1.5 WETH to Aave: calldata with its proofs, simulated',
      line: `curl -s ${auth} -H 'Content-Type: application/json' -d '${supply}' '${url}/v1/tx-builder/api/execute/local/${first!.vault}/${strategist}/aave_v3/supply'`,
    },
  ]
}

function strategistOf(manifest: LocalManifest): Address {
  return manifest.vaults[0]!.strategists[0]!.address
}
