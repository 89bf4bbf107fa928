import { type EnvReader, type Hex, isUrl } from '@vaultwright/base'
import { type BeaconNode, openBeaconNode } from '@vaultwright/chain'
import { type BeaconNetwork, mainnetBeacon } from '@vaultwright/finality'

/** A beacon chain that the operator lets the service follow. */
export type NamedBeacon = {
  readonly network: BeaconNetwork
  /** The root of a finalised beacon block that the operator trusts. */
  readonly checkpoint: Hex
  readonly beacons: readonly BeaconNode[]
}

/**
 * Opens the beacon chains that an environment names; without BEACON_URLS none is ever asked.
 *
 * @param reader - of the environment: it notes what cannot be read.
 */
export function readBeacons(
  reader: EnvReader,
  server: Parameters<typeof openBeaconNode>[1],
): readonly NamedBeacon[] {
  const checkpoint = reader.parsed('BEACON_CHECKPOINT', '0x and 64 hex digits', (text) =>
    /^0x[0-9a-fA-F]{64}$/.test(text) ? (text.toLowerCase() as Hex) : null,
  )
  const rule =
    'URLs as in https://beacon.example.com with commas between, with BEACON_CHECKPOINT beside them'
  const urls = reader.parsed('BEACON_URLS', rule, (text) => {
    const list = text.split(',').map((url) => url.trim())
    const isUsable = list.every((url) => isUrl(url, ['http:', 'https:']))
    return isUsable && list.length <= 8 && checkpoint !== null ? list : null
  })
  if (checkpoint !== null && reader.text('BEACON_URLS') === null) reader.refuse('BEACON_URLS', rule)
  if (urls === null || checkpoint === null) return []
  const beacons = urls.map((url) => openBeaconNode(url, server))
  return [{ network: mainnetBeacon, checkpoint, beacons }]
}
