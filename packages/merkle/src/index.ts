export { checksumOf, checksumsOf, InvalidAddressError, parseAddress } from './engine/checksum.ts'
export {
  buildCountingEngine,
  type CountingEngine,
  type EngineWork,
} from './engine/counting-engine.ts'
export type { KeccakEngine, KeccakEngineName } from './engine/engine.ts'
export { EngineUnavailableError, engineName, engineOf } from './engine/engine-choice.ts'
export { InvalidOffsetsError, type KeccakOptions, keccak256, keccakBatch } from './engine/keccak.ts'
export { capacityFor, InvalidCapacityError, maximumCapacity } from './tree/capacity.ts'
export { type DigestIndex, indexOf, positionsOf } from './tree/digest-index.ts'
export {
  type MultiProof,
  MultiProofPositionsError,
  multiProofOf,
  verifyMultiProof,
} from './tree/multi-proof.ts'
export {
  InvalidProofError,
  type Proof,
  proofHexOf,
  proofOf,
  proofsHexOf,
  rootFromProof,
  verifyProof,
} from './tree/proof.ts'
export {
  buildTree,
  buildTreeFromMessages,
  DigestLengthError,
  digestAt,
  EmptyTreeError,
  layerOf,
  MissingPaddingError,
  OutsideTreeError,
  rootOf,
  type Tree,
  type TreeOptions,
  TreeTooLargeError,
} from './tree/tree.ts'
