import { type Hex, printHex } from '@vaultwright/base'
import { assertBranch, isSameBytes } from './branch.ts'
import { assertSigned, countSigners } from './committee.ts'
import { FinalityError } from './error.ts'
import {
  beaconHeader,
  type CommitteeKeys,
  type CommitteeUpdate,
  type FinalityUpdate,
  type LightClientHeader,
  layoutsOf,
  type OptimisticUpdate,
} from './layout.ts'
import {
  type Opened,
  openBootstrap,
  openFinalityUpdate,
  openOptimisticUpdate,
  openUpdate,
} from './light-client-object.ts'
import { type BeaconNetwork, forkAt, periodOf, signingRootOf } from './network.ts'

/** A final block of the beacon chain, with its execution block. */
export type FinalHeader = {
  readonly slot: bigint
  /** The beacon block's root. */
  readonly root: Hex
  readonly block: { readonly hash: Hex; readonly number: bigint; readonly stateRoot: Hex }
  /** Unix seconds of the execution block. */
  readonly timestamp: bigint
}

/** The members that signed for a header. */
export type Signers = { readonly count: number; readonly of: number }

/** The newest block that members of a committee signed. It is not final. */
export type SignedHead = {
  readonly head: FinalHeader
  readonly signers: Signers
}

/** The state of a light client: what follows so far from the checkpoint. */
export type LightClient = {
  readonly network: BeaconNetwork
  readonly checkpoint: { readonly root: Hex; readonly slot: bigint }
  readonly final: FinalHeader
  /** Null for the checkpoint, which the caller trusts without a signature. */
  readonly signers: Signers | null
  /** The committee of the final header's period. */
  readonly committee: CommitteeKeys
  /** The committee of the period after; null until an update brought it. */
  readonly nextCommittee: CommitteeKeys | null
}

// Places under a state's or a body's root. Source: consensus-specs, generalised indices 54 and 86
// (committee), 55 and 87 (next committee), 105 and 169 (finality), 25 (execution payload).
const place = { committee: 22, nextCommittee: 23, finality: 41, execution: 9 }

/**
 * Starts at a checkpoint: the root of a finalised beacon block that the caller trusts.
 *
 * @param bootstrap - SSZ, as `/eth/v1/beacon/light_client/bootstrap/{root}` answers.
 * @throws {FinalityError} where the bootstrap is not of that block, or its committee not in its state.
 */
export function startLightClient(
  network: BeaconNetwork,
  checkpoint: Hex,
  bootstrap: Uint8Array,
): LightClient {
  const { value, depth } = openBootstrap(network, bootstrap)
  const { header, current_sync_committee: committee } = value
  const final = finalHeaderOf(network, header)
  if (final.root !== checkpoint.toLowerCase()) {
    const reason = `the bootstrap is of block ${final.root}, and the checkpoint is ${checkpoint}`
    throw new FinalityError('checkpoint_differs', reason)
  }
  assertDepth(value.current_sync_committee_branch, depth.committee)
  assertBranch({
    part: 'the committee of the bootstrap',
    leaf: layoutsOf(network.preset).committeeKeys.merkleRoot(committee),
    hashes: value.current_sync_committee_branch,
    index: place.committee,
    root: header.beacon.state_root,
  })
  const { root, slot } = final
  const start = { checkpoint: { root, slot }, signers: null, nextCommittee: null }
  return { network, ...start, final, committee }
}

/** The reader's clock: signatures of later slots are refused. */
type Now = {
  /** From `slotAt` of the caller's clock. */
  readonly currentSlot: bigint
}

/**
 * Takes an update of a period: its final header, and the committee of the period after it.
 *
 * @param update - SSZ, one object of `/eth/v1/beacon/light_client/updates` without its frame.
 * @throws {FinalityError} where it does not follow; the client before it stays as it is.
 */
export function applyUpdate(client: LightClient, update: Uint8Array, now: Now): LightClient {
  const { network } = client
  const { committeeKeys } = layoutsOf(network.preset)
  const opened = openUpdate(network, update)
  const { value, depth } = opened
  const attestedPeriod = periodOf(network, value.attested_header.beacon.slot)
  const period = periodOf(network, client.final.slot)
  assertDepth(value.next_sync_committee_branch, depth.committee)
  const next = value.next_sync_committee
  assertBranch({
    part: 'the next committee',
    leaf: committeeKeys.merkleRoot(next),
    hashes: value.next_sync_committee_branch,
    index: place.nextCommittee,
    root: value.attested_header.beacon.state_root,
  })
  const { final, signers } = followFinality(client, opened, now)
  if (attestedPeriod === period && client.nextCommittee !== null) {
    assertSameCommittee(network, client.nextCommittee, next)
  }
  // The committee after the attested period is certain only for a client that stands in that period.
  const finalPeriod = periodOf(network, final.slot)
  if (finalPeriod !== attestedPeriod || finalPeriod < period) {
    const reason = `its final header is of period ${finalPeriod}, its attested header of period ${attestedPeriod}, and period ${period} is final already`
    throw new FinalityError('period_skipped', reason)
  }
  const committee = finalPeriod === period ? client.committee : client.nextCommittee!
  const newest = final.slot >= client.final.slot ? { final, signers } : {}
  return { ...client, ...newest, committee, nextCommittee: next }
}

/**
 * Takes the newest final header.
 *
 * @param update - SSZ, as `/eth/v1/beacon/light_client/finality_update` answers.
 * @throws {FinalityError} where it does not follow from the client.
 */
export function applyFinality(client: LightClient, update: Uint8Array, now: Now): LightClient {
  const { network } = client
  const { final, signers } = followFinality(client, openFinalityUpdate(network, update), now)
  if (final.slot < client.final.slot) {
    const reason = `its final slot ${final.slot} is older than slot ${client.final.slot}, which is final already`
    throw new FinalityError('slots_disordered', reason)
  }
  const isSamePeriod = periodOf(network, final.slot) === periodOf(network, client.final.slot)
  if (isSamePeriod) return { ...client, final, signers }
  return { ...client, final, signers, committee: client.nextCommittee!, nextCommittee: null }
}

/**
 * Reads the newest header that the committee signed, which is not final, and counts who signed it.
 *
 * @param update - SSZ, as `/eth/v1/beacon/light_client/optimistic_update` answers.
 * @throws {FinalityError} where the signature is not that of a committee of the client, however few signed.
 */
export function readSignedHead(
  client: LightClient,
  update: Uint8Array,
  { currentSlot }: Now,
): SignedHead {
  const { network } = client
  const { value } = openOptimisticUpdate(network, update)
  assertSlots(value, currentSlot)
  const head = finalHeaderOf(network, value.attested_header)
  const count = countSigners(...signedBy(client, value))
  return { head, signers: { count, of: network.preset.committeeSize } }
}

/** Follows a signed header to the final header in its state. */
function followFinality(
  client: LightClient,
  { value, depth }: Opened<FinalityUpdate | CommitteeUpdate>,
  { currentSlot }: Now,
): { readonly final: FinalHeader; readonly signers: Signers } {
  const { network } = client
  const { attested_header: attested, finalized_header: finalized } = value
  assertSlots(value, currentSlot)
  if (attested.beacon.slot < finalized.beacon.slot) {
    const reason = `its attested slot ${attested.beacon.slot} is older than its final slot ${finalized.beacon.slot}`
    throw new FinalityError('slots_disordered', reason)
  }
  const signed = signedBy(client, value)
  assertExecution(network, attested)
  assertDepth(value.finality_branch, depth.finality)
  assertBranch({
    part: 'the final header',
    leaf: rootOf(finalized),
    hashes: value.finality_branch,
    index: place.finality,
    root: attested.beacon.state_root,
  })
  const final = finalHeaderOf(network, finalized)
  // The dearest check comes last.
  const count = assertSigned(...signed)
  return { final, signers: { count, of: network.preset.committeeSize } }
}

/** A header is signed after its own slot, and not later than now. */
function assertSlots(
  { attested_header: { beacon }, signature_slot: slot }: OptimisticUpdate,
  currentSlot: bigint,
): void {
  if (slot > currentSlot) {
    const reason = `it is signed in slot ${slot}, and now is slot ${currentSlot}`
    throw new FinalityError('from_future', reason)
  }
  if (slot > beacon.slot) return
  const reason = `its signature of slot ${slot} is not later than its attested slot ${beacon.slot}`
  throw new FinalityError('slots_disordered', reason)
}

/** The committee, the signature and the message of an update. */
function signedBy(
  client: LightClient,
  { attested_header, sync_aggregate, signature_slot: slot }: OptimisticUpdate,
): Parameters<typeof assertSigned> {
  const keys = committeeFor(client, slot)
  const message = signingRootOf(client.network, { headerRoot: rootOf(attested_header), slot })
  if (message === undefined) throw unknownFork(slot)
  return [keys, sync_aggregate, message]
}

/** The committee that signs in a slot. @throws {FinalityError} `period_skipped` where it is not known. */
function committeeFor(client: LightClient, slot: bigint): CommitteeKeys {
  const ownPeriod = periodOf(client.network, client.final.slot)
  const period = periodOf(client.network, slot)
  if (period === ownPeriod) return client.committee
  if (period === ownPeriod + 1n && client.nextCommittee !== null) return client.nextCommittee
  const reason = `it is signed in period ${period}, and the committees are known up to period ${ownPeriod + (client.nextCommittee === null ? 0n : 1n)}`
  throw new FinalityError('period_skipped', reason)
}

function assertSameCommittee(
  { preset }: BeaconNetwork,
  expected: CommitteeKeys,
  next: CommitteeKeys,
): void {
  const { committeeKeys } = layoutsOf(preset)
  if (isSameBytes(committeeKeys.merkleRoot(expected), committeeKeys.merkleRoot(next))) return
  throw new FinalityError('committee_differs', 'two updates name different next committees')
}

/** A branch has the depth of its layout: a shorter one leads to another object. */
function assertDepth(hashes: readonly Uint8Array[], depth: number): void {
  if (hashes.length === depth) return
  throw new FinalityError(
    'malformed',
    `a branch has ${hashes.length} hashes, and ${depth} are its depth`,
  )
}

/** Reads a header whose execution block follows from it. */
function finalHeaderOf(network: BeaconNetwork, header: LightClientHeader): FinalHeader {
  assertExecution(network, header)
  const {
    state_root: stateRoot,
    block_hash: hash,
    block_number: number,
    timestamp,
  } = header.execution
  return {
    slot: header.beacon.slot,
    root: printHex(rootOf(header)),
    block: { hash: printHex(hash), number, stateRoot: printHex(stateRoot) },
    timestamp,
  }
}

/** The execution header stands under the body's root of its beacon block. */
function assertExecution(
  network: BeaconNetwork,
  { beacon, execution, execution_branch }: LightClientHeader,
): void {
  const fork = forkAt(network, beacon.slot)
  if (fork === undefined) throw unknownFork(beacon.slot)
  assertBranch({
    part: 'the execution block',
    leaf: layoutsOf(network.preset)[fork.layout].execution.merkleRoot(execution),
    hashes: execution_branch,
    index: place.execution,
    root: beacon.body_root,
  })
}

const rootOf = ({ beacon }: LightClientHeader): Uint8Array => beaconHeader.merkleRoot(beacon)
const unknownFork = (slot: bigint) =>
  new FinalityError(
    'fork_unknown',
    `slot ${slot} is before Capella, whose headers name no execution block`,
  )
