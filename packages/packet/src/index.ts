export {
  accountOf,
  type HashedPacket,
  hashPacket,
  type NestedApproval,
  type NestedSafe,
  type PacketAccount,
  type UnhashedPacket,
} from './account.ts'
export { type BatchDescriptions, describeBatch, describeCalls } from './batch-description.ts'
export type { CallJudgementContext, PacketCall } from './call-judgement.ts'
export { canonicalTextOf, contentHashOf } from './content.ts'
export {
  type Deflate,
  decodeFragment,
  encodeFragment,
  type Inflate,
  longestFragment,
  PacketFragmentError,
} from './fragment.ts'
export type { GovernanceCall } from './governance.ts'
export {
  argumentTextOf,
  type LayerText,
  layerFactsOf,
  layerTextOf,
  selectorTextOf,
} from './layer-text.ts'
export {
  largestPacket,
  largestWitness,
  openPacket,
  type Packet,
  type PacketForm,
  PacketFormError,
  type PacketStatement,
} from './packet.ts'
export type { PacketAnswer, PacketReason, PacketReasonCode } from './reason.ts'
export type { PacketRoot, RootOrigin } from './root.ts'
export { printPacketFile } from './simulation/packet-file.ts'
export type {
  PacketSimulation,
  SimulationReasonCode,
  SimulationReplay,
} from './simulation/simulation-reason.ts'
export {
  matchWitness,
  type SignedTransaction,
  type WitnessDifference,
  type WitnessField,
  type WitnessMatch,
} from './simulation/witness-match.ts'
export {
  checkTerms,
  nothingStated,
  type StatedTerms,
  type TermFinding,
} from './simulation/witness-terms.ts'
export { type WitnessedLayer, witnessedLayerOf } from './simulation/witnessed-layer.ts'
export {
  type ComparedHashes,
  judgePacket,
  judgeTransaction,
  nothingCompared,
  type PacketEvidence,
  type PacketVerdict,
  type TransactionOrigin,
} from './verdict.ts'
