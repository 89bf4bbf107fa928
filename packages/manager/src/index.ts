export type { Call, ManageCall } from './call.ts'
export { appendDroneTarget, droneFlag, droneTargetOf } from './drone.ts'
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
export { isEmptySlot, isPadding, legacyPaddingLeaf, paddingLeaf } from './padding.ts'
export { selectorOf } from './selector.ts'
