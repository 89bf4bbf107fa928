export {
  type AbiField,
  type AbiFunction,
  type AbiTuple,
  type AbiType,
  AbiTypeError,
  canonicalSignatureOf,
  parseAbiTuple,
  parseSignature,
  printAbiType,
} from './abi/abi-type.ts'
export type { AbiValue } from './abi/abi-value.ts'
export { UnencodableError } from './abi/byte-writer.ts'
export { encodeCall, encodeTuple } from './abi/call-encode.ts'
export {
  CalldataLengthError,
  CalldataOffsetError,
  DirtyCalldataError,
  TrailingCalldataError,
  TruncatedCalldataError,
} from './abi/calldata-reader.ts'
export { selectorOf } from './abi/selector.ts'
export type { Call, ManageCall } from './call/call.ts'
export {
  type DecodedArguments,
  decodeCall,
  decodeTuple,
  UndecodableCallError,
} from './call/call-decode.ts'
export { appendDroneTarget, droneFlag, droneTargetOf } from './call/drone.ts'
export { callNotesOf, type EncodingNote } from './call/encoding-note.ts'
export { printDamage } from './decoder-check/check-call.ts'
export {
  type Counterexample,
  checkFunction,
  type DecoderDifference,
  type FunctionVerdict,
} from './decoder-check/check-function.ts'
export {
  type CheckAnswer,
  type CheckRequest,
  type CheckWork,
  emptyCheckState,
  type ReadReply,
} from './decoder-check/check-work.ts'
export type { DecoderReply, DifferenceKind } from './decoder-check/compare-reply.ts'
export {
  type FunctionCandidate,
  findFunctions,
  functionCandidates,
  type UnknownSelector,
} from './decoder-check/find-function.ts'
export { proposeRule, type RuleProposal } from './decoder-check/propose-rule.ts'
export {
  buildLeaf,
  digestOf,
  digestsOf,
  InvalidLeafError,
  isSameLeaf,
  type Leaf,
  type LeafParts,
  leafBytesOf,
  packedOf,
} from './leaf/leaf.ts'
export {
  buildLeafTree,
  type LeafTree,
  type LeafTreeOptions,
  leafAt,
  positionsOfLeaf,
} from './leaf/leaf-tree.ts'
export { isEmptySlot, isPadding, legacyPaddingLeaf, paddingLeaf } from './leaf/padding.ts'
export {
  type BatchCall,
  type DecodedBatch,
  decodeBatch,
  FlashLoanDepthError,
  maxLoanDepth,
  type NestedLoan,
  readBatch,
} from './manage/batch.ts'
export { decodeFlashLoan, encodeFlashLoan, encodeFlashLoanUserData } from './manage/flash-loan.ts'
export { CalldataSelectorError, decodeManage, UnevenBatchError } from './manage/manage-decode.ts'
export { encodeManage } from './manage/manage-encode.ts'
export {
  encodeManageFromTree,
  LeafMismatchError,
  type PositionedCall,
} from './manage/manage-encode-tree.ts'
export {
  decodeManagerCall,
  decodeManagerLog,
  encodePause,
  encodeSetManageRoot,
  encodeUnpause,
  InvalidLogError,
  type ManagerCall,
  readManagerCall,
  UnknownFunctionError,
} from './manage/manager-call.ts'
export { decodeManagerRevert, type ManagerRevert } from './manage/manager-revert.ts'
export type { DecoderFunction, ManagerState } from './manage/manager-state.ts'
export { isEncoded } from './rule/machine/rule-encoding.ts'
export {
  type DecoderRead,
  type DecoderReadValue,
  type DecoderReadValues,
  InvalidReadError,
} from './rule/machine/rule-read.ts'
export type { DecoderRules, Rule } from './rule/rule.ts'
export { argumentsOf, type RuleArgument } from './rule/rule-argument.ts'
export {
  buildRuleBook,
  canPack,
  openRuleBook,
  type RuleBook,
  rulesFor,
  rulesOfDecoder,
} from './rule/rule-book.ts'
export type { CompiledRule } from './rule/rule-compile.ts'
export {
  candidatesOf,
  type PackedEntry,
  type PackOutcome,
  packArguments,
  type RuleCandidate,
} from './rule/rule-pack.ts'
export { openRuleSets, type RuleSet } from './rule/rule-set.ts'
export { RuleError } from './rule/syntax/rule-error.ts'
export type { AssumedRead } from './verify/assumed-read.ts'
export { type Certainty, certaintyOfMatch, doubtsOf, worstOf } from './verify/certainty.ts'
export { type LeafMatch, type LeafMatchResult, matchCall } from './verify/match.ts'
export type { AnswerSource, PackedAnswer } from './verify/packed-answer.ts'
export type { PredictedRevert } from './verify/predicted-revert.ts'
export type { Prediction } from './verify/prediction.ts'
export { type ProvenRoot, provenRootOf } from './verify/proven-root.ts'
export { isOpenReason, type Refusal } from './verify/refusal.ts'
export {
  type CalldataVerdict,
  type CallVerdict,
  type VerifyOptions,
  verifyCalldata,
} from './verify/verify-calldata.ts'
