export {
  type Batch,
  type BatchCall,
  type BatchOptions,
  decodeBatch,
  FlashLoanDepthError,
  maxLoanDepth,
  type NestedLoan,
  readBatch,
} from './batch.ts'
export { UnencodableError } from './byte-writer.ts'
export type { Call, ManageCall } from './call.ts'
export {
  CalldataLengthError,
  CalldataOffsetError,
  DirtyCalldataError,
  TrailingCalldataError,
  TruncatedCalldataError,
} from './calldata-reader.ts'
export { appendDroneTarget, droneFlag, droneTargetOf } from './drone.ts'
export {
  decodeFlashLoan,
  encodeFlashLoan,
  encodeFlashLoanUserData,
  type FlashLoan,
} from './flash-loan.ts'
export {
  buildLeaf,
  digestOf,
  digestsOf,
  InvalidLeafError,
  isSameLeaf,
  type Leaf,
  type LeafParts,
  leafBytesOf,
  leafMessagesOf,
  packedOf,
} from './leaf.ts'
export {
  buildLeafTree,
  type LeafTree,
  type LeafTreeOptions,
  leafAt,
  positionsOfLeaf,
} from './leaf-tree.ts'
export {
  CalldataSelectorError,
  decodeManage,
  type PlacedCall,
  UnevenBatchError,
} from './manage-decode.ts'
export {
  encodeManage,
  encodeManageFromTree,
  LeafMismatchError,
  type PositionedCall,
} from './manage-encode.ts'
export { isEmptySlot, isPadding, legacyPaddingLeaf, paddingLeaf } from './padding.ts'
export { selectorOf } from './selector.ts'
