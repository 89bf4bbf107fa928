export { FinalityError, type FinalityStep } from './error.ts'
export { InvalidFinalityFileError } from './file-reader.ts'
export {
  type BlockEvidence,
  type BlockName,
  blockHistory,
  historySlotOf,
  NotYetFinalError,
} from './final-block.ts'
export {
  type FinalityFile,
  type FinalityTerms,
  openFinality,
  type ProvenFinality,
  parseFinalityFile,
  printFinalityFile,
  proveBlock,
} from './finality-file.ts'
export {
  disputeClaimOf,
  type LayerTwoFile,
  l2UnderL1,
  type RollupEvidence,
  rollupSlots,
} from './layer-two.ts'
export {
  applyFinality,
  applyUpdate,
  type FinalHeader,
  type LightClient,
  readSignedHead,
  startLightClient,
} from './light-client.ts'
export { encodeLightClientJson, type LightClientObjectName } from './light-client-json.ts'
export { partUpdates } from './light-client-object.ts'
export {
  type BeaconNetwork,
  isCheckpointOld,
  mainnetBeacon,
  periodOf,
  slotAt,
} from './network.ts'
export { parseBeaconNetwork } from './network-file.ts'
export { type PinnedCheckpoint, pinnedCheckpoint } from './pinned-checkpoint.ts'
