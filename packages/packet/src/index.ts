export {
  accountOf,
  type HashedPacket,
  hashPacket,
  type NestedSafe,
  type PacketAccount,
} from './account.ts'
export {
  type BatchCallDescription,
  type BatchDescriptions,
  describeBatch,
  describeBatchCall,
  describeCalls,
} from './batch-description.ts'
export type { PacketCall } from './call-judgement.ts'
export { callHashOf, canonicalJson, contentHashOf } from './content.ts'
export { type ApprovalCall, amountIn, approvalIn, isUnlimited, needOf } from './effect/approval.ts'
export { type Deflate, decodeFragment, encodeFragment, type Inflate } from './file/fragment.ts'
export { emptyHandOver, type HandOver } from './file/hand-over.ts'
export { printPacketFile } from './file/packet-file.ts'
export { type FittedLink, fitPacketLink, type WholePacket } from './file/packet-link.ts'
export { argumentTextOf, layerFactsOf, layerTextOf, selectorTextOf } from './layer-text.ts'
export { largestWitness, openPacket, type Packet, type PacketForm } from './packet.ts'
export {
  type JudgedEntry,
  type JudgedRows,
  judgeRows,
  type ServiceRows,
} from './queue/judge-rows.ts'
export {
  entryEvidenceOf,
  intentHashOf,
  judgeQueueEntry,
  type QueueEvidence,
  type QueueVerdict,
  withNames,
} from './queue/queue-entry.ts'
export { countedTokensOf, tokensOfCalls } from './queue/queue-token.ts'
export type { PacketReason } from './reason.ts'
export type { ManagerEvidence, PacketRoot } from './root.ts'
export type { PacketSimulation } from './simulation/simulation-reason.ts'
export {
  matchWitness,
  type WitnessDifference,
  type WitnessField,
} from './simulation/witness-match.ts'
export { checkTerms, nothingStated, type TermFinding } from './simulation/witness-terms.ts'
export { type WitnessedLayer, witnessedLayerOf } from './simulation/witnessed-layer.ts'
export {
  type ComparedHashes,
  judgePacket,
  judgeTransaction,
  nothingCompared,
  type PacketVerdict,
} from './verdict.ts'
