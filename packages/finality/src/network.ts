import { type Hex, parseHex } from '@vaultwright/base'
import { bytevector, container } from 'micro-eth-signer/ssz.js'

/** The layout of light-client objects; forks after Electra keep Electra's. */
export type LightClientLayout = 'capella' | 'deneb' | 'electra'

/** A fork of a beacon chain. */
type BeaconFork = {
  /** The first epoch of the fork. */
  readonly epoch: bigint
  /** 4 bytes. */
  readonly version: Hex
  readonly layout: LightClientLayout
}

/** The sizes of a beacon chain. Source: consensus-specs, presets. */
export type BeaconPreset = {
  /** The number of validators of a sync committee. */
  readonly committeeSize: number
  readonly slotsPerEpoch: bigint
  readonly slotsPerPeriod: bigint
}

/** The sizes of Ethereum mainnet. Source: consensus-specs, presets/mainnet. */
export const mainnetPreset: BeaconPreset = {
  committeeSize: 512,
  slotsPerEpoch: 32n,
  slotsPerPeriod: 8192n,
}

/** A beacon chain, as far as its signatures depend on it. */
export type BeaconNetwork = {
  /** The chain id of the execution layer whose blocks it makes final. */
  readonly chainId: number
  readonly genesisValidatorsRoot: Hex
  /** Unix seconds of slot 0. */
  readonly genesisTime: bigint
  readonly secondsPerSlot: bigint
  /** The sizes that a chain for tests may have otherwise. */
  readonly preset: BeaconPreset
  /** In the order of their epochs, from Capella on: earlier headers name no execution block. */
  readonly forks: readonly BeaconFork[]
}

/** Ethereum mainnet. Source: consensus-specs, configs/mainnet.yaml. */
export const mainnetBeacon: BeaconNetwork = {
  chainId: 1,
  genesisValidatorsRoot: '0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95',
  genesisTime: 1606824023n,
  secondsPerSlot: 12n,
  preset: mainnetPreset,
  forks: [
    { epoch: 194048n, version: '0x03000000', layout: 'capella' },
    { epoch: 269568n, version: '0x04000000', layout: 'deneb' },
    { epoch: 364032n, version: '0x05000000', layout: 'electra' },
    { epoch: 411392n, version: '0x06000000', layout: 'electra' },
  ],
}

/**
 * The age from which a checkpoint is too old to follow from: validators that left since may sign another history
 * without a loss. Source: consensus-specs, weak subjectivity, 262,144 validators or more.
 */
export function isCheckpointOld(network: BeaconNetwork, ageSeconds: bigint): boolean {
  return ageSeconds > 3532n * network.preset.slotsPerEpoch * network.secondsPerSlot
}

/** The domain type of sync committees. Source: consensus-specs, Altair. */
const syncCommitteeDomain = parseHex('0x07000000')
const forkData = /* @__PURE__ */ container({
  current_version: /* @__PURE__ */ bytevector(4),
  genesis_validators_root: /* @__PURE__ */ bytevector(32),
})
const signingData = /* @__PURE__ */ container({
  object_root: /* @__PURE__ */ bytevector(32),
  domain: /* @__PURE__ */ bytevector(32),
})

/** The sync committee period of a slot; on mainnet 8,192 slots, 27.3 hours. */
export const periodOf = ({ preset }: BeaconNetwork, slot: bigint): bigint =>
  slot / preset.slotsPerPeriod

/** The slot at a time. @param time - unix seconds; before genesis, slot 0. */
export function slotAt(network: BeaconNetwork, time: bigint): bigint {
  const elapsed = time - network.genesisTime
  return elapsed < 0n ? 0n : elapsed / network.secondsPerSlot
}

/** The fork of a slot; undefined before Capella. */
export function forkAt(network: BeaconNetwork, slot: bigint): BeaconFork | undefined {
  return network.forks.findLast(({ epoch }) => epoch <= slot / network.preset.slotsPerEpoch)
}

/**
 * The message that a sync committee signs: a header's root mixed with the chain and its fork.
 *
 * @param slot - the slot that the signature is in; the fork is that of the slot before it.
 * @returns 32 bytes; undefined for a slot before the forks that are known here.
 * Source: consensus-specs, light client sync protocol, `validate_light_client_update`.
 */
export function signingRootOf(
  network: BeaconNetwork,
  { headerRoot, slot }: { readonly headerRoot: Uint8Array; readonly slot: bigint },
): Uint8Array | undefined {
  const fork = forkAt(network, slot === 0n ? 0n : slot - 1n)
  if (fork === undefined) return undefined
  const forkRoot = forkData.merkleRoot({
    current_version: parseHex(fork.version),
    genesis_validators_root: parseHex(network.genesisValidatorsRoot),
  })
  const domain = new Uint8Array(32)
  domain.set(syncCommitteeDomain)
  domain.set(forkRoot.subarray(0, 28), 4)
  return signingData.merkleRoot({ object_root: headerRoot, domain })
}
