export { capacityFor, InvalidCapacityError, maximumCapacity } from './capacity.ts'
export { checksumOf, InvalidAddressError, parseAddress } from './checksum.ts'
export { buildCountingEngine, type CountingEngine, type EngineWork } from './counted-engine.ts'
export { type DigestIndex, indexOf, positionsOf } from './digest-index.ts'
export type { KeccakEngine, KeccakEngineName } from './engine.ts'
export { EngineUnavailableError, engineName, engineOf } from './engine-choice.ts'
export { InvalidOffsetsError, type KeccakOptions, keccak256, keccakBatch } from './keccak.ts'
export {
  type MultiProof,
  MultiProofPositionsError,
  multiProofOf,
  verifyMultiProof,
} from './multi-proof.ts'
export {
  buildSubtree,
  buildTreeParallel,
  PoolAnswerError,
  type SubtreeTask,
  type TreePool,
} from './parallel-tree.ts'
export {
  InvalidProofError,
  type Proof,
  proofHexOf,
  proofOf,
  proofsHexOf,
  rootFromProof,
  verifyProof,
} from './proof.ts'
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
} from './tree.ts'
