import type { Address } from '@vaultwright/base'
import type { Claim } from '../action/match.ts'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  indexOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import { addressesIn, boundIn, damagedSubject, subjectsBy } from '../position/subject.ts'
import { accountIn, amountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

const name = 'erc_4626'

/**
 * Base units of shares whose worth is the index: the same for every vault, whatever its decimals, and
 * many enough that a day's growth shows.
 */
const measuredShares = 10n ** 27n

/** Finds shares of vaults that convert them to an asset, whichever protocol they belong to. */
export const erc4626Position: PositionReader = {
  name,
  movable: 'donation',
  subjectsOf: (claims, vault) => {
    const visited = new Set<string>()
    const rows = claims.flatMap((claim) =>
      vaultsOf(claim).flatMap((entered) => {
        const holder = claim.drone ?? vault
        // Protocols share the functions: the first that claims a vault names its shares.
        const key = `${holder} ${entered}`
        if (visited.has(key)) return []
        visited.add(key)
        const { protocol } = claim.pattern.action
        return [{ holder, values: { protocol }, lists: { vaults: [entered] } }]
      }),
    )
    return subjectsBy(name, rows)
  },
  read: readVaults,
}

/** A vault shows itself: an action that asks it for its `asset()`, or one of the standard's own. */
function vaultsOf(claim: Claim): readonly Address[] {
  const { protocol, parameters } = claim.pattern.action
  const queries = Object.values(parameters).flatMap(({ fact }) =>
    fact?.call === 'asset()' ? boundIn(claim, fact.of) : [],
  )
  return protocol === name ? [...queries, ...boundIn(claim, 'vault')] : queries
}

function* readVaults(subject: PositionSubject): Reading<PositionResult> {
  const vaults = addressesIn(subject, 'vaults')
  const { protocol } = subject.values
  if (subject.reader !== name || vaults === null || protocol === undefined)
    return damagedSubject(subject)
  const { holder } = subject
  const results = yield vaults.flatMap((vault) => [
    readOf(vault, 'balanceOf(address)', [holder]),
    readOf(vault, 'asset()'),
  ])
  const parts: PositionResult[] = []
  const held: { readonly vault: Address; readonly asset: Address }[] = []
  const conversions: bigint[] = []
  for (const [index, vault] of vaults.entries()) {
    const shares = amountIn(results[2 * index])
    if (shares.value === 0n) continue
    const asset = accountIn(results[2 * index + 1], 0)
    if (shares.value === null || asset.value === null) {
      parts.push(failedRead(`${protocol} shares of ${vault}`, shares.reason ?? asset.reason ?? ''))
      continue
    }
    held.push({ vault, asset: asset.value })
    conversions.push(shares.value, measuredShares)
  }
  if (held.length === 0) return mergePositionResults(parts)
  const worth = yield conversions.map((shares, at) =>
    readOf(held[at >> 1]!.vault, 'convertToAssets(uint256)', [shares]),
  )
  for (const [position, { vault, asset }] of held.entries()) {
    const assets = wordIn(worth[2 * position], 0)
    const index = indexOf(
      [protocol, vault, 'share', asset],
      wordIn(worth[2 * position + 1], 0).value,
    )
    parts.push(
      assets.value === null
        ? failedRead(`${protocol} shares of ${vault}`, assets.reason)
        : positionResultOf({
            holdings: holdingsOf({ protocol, holder, asset }, assets.value, {
              index,
              donation: { token: asset, to: vault },
            }),
            receipts: [{ holder, asset: vault }],
          }),
    )
  }
  return mergePositionResults(parts)
}
