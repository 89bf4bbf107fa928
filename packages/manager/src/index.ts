export {
  type AbiArray,
  type AbiBytes,
  type AbiField,
  type AbiFunction,
  type AbiTuple,
  type AbiType,
  AbiTypeError,
  type AbiWord,
  canonicalSignatureOf,
  parseAbiTuple,
  parseSignature,
  printAbiType,
} from './abi-type.ts'
export type { AbiValue } from './abi-value.ts'
export type { AssumedRead } from './assumed-read.ts'
export {
  type BatchCall,
  type BatchOptions,
  type DecodedBatch,
  decodeBatch,
  FlashLoanDepthError,
  maxLoanDepth,
  type NestedLoan,
  readBatch,
} from './batch.ts'
export { UnencodableError } from './byte-writer.ts'
export type { Call, ManageCall } from './call.ts'
export { encodeCall, encodeTuple } from './call-encode.ts'
export {
  CalldataLengthError,
  CalldataOffsetError,
  DirtyCalldataError,
  TrailingCalldataError,
  TruncatedCalldataError,
} from './calldata-reader.ts'
export {
  type Certainty,
  certaintyOf,
  certaintyOfMatch,
  doubtsOf,
  worstOf,
} from './certainty.ts'
export {
  buildCheckCall,
  type CheckCall,
  type CheckCallParts,
  type Damage,
  printDamage,
} from './decoder-check/check-call.ts'
export {
  type CheckCounts,
  type Counterexample,
  checkFunction,
  type DecoderDifference,
  type FunctionCheck,
  type FunctionVerdict,
} from './decoder-check/check-function.ts'
export {
  type CheckAnswer,
  type CheckRequest,
  type CheckState,
  type CheckWork,
  emptyCheckState,
  type ReadReply,
} from './decoder-check/check-work.ts'
export type { DecoderReply, DifferenceKind } from './decoder-check/compare-reply.ts'
export type { WordEffect } from './decoder-check/entry-source.ts'
export {
  type FunctionCandidate,
  type FunctionsInCode,
  findFunctions,
  functionCandidates,
  type UnknownSelector,
} from './decoder-check/find-function.ts'
export { proposeRule, type RuleProposal, type RuleSearch } from './decoder-check/propose-rule.ts'
export { appendDroneTarget, droneFlag, droneTargetOf } from './drone.ts'
export { isEncoded } from './encoding-check.ts'
export { callNotesOf, type EncodingNote } from './encoding-note.ts'
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
  type BatchLengths,
  CalldataSelectorError,
  decodeManage,
  type LocatedCall,
  UnevenBatchError,
} from './manage-decode.ts'
export {
  encodeManage,
  encodeManageFromTree,
  LeafMismatchError,
  type PositionedCall,
} from './manage-encode.ts'
export {
  decodeManagerCall,
  encodePause,
  encodeSetManageRoot,
  encodeUnpause,
  type ManagerCall,
  readManagerCall,
  UnknownFunctionError,
} from './manager-call.ts'
export { decodeManagerLog, InvalidLogError, type ManagerLog } from './manager-log.ts'
export { decodeManagerRevert, type ManagerRevert } from './manager-revert.ts'
export type { DecoderFunction, ManagerState } from './manager-state.ts'
export { type LeafMatch, type LeafMatchResult, matchCall } from './match.ts'
export type { KnownRuleOutcome, MatchContext, PackContext, RuleOutcome } from './outcome.ts'
export type { AnswerSource, PackedAnswer } from './packed-answer.ts'
export { isEmptySlot, isPadding, legacyPaddingLeaf, paddingLeaf } from './padding.ts'
export type { PredictedRevert } from './predicted-revert.ts'
export type { Prediction } from './prediction.ts'
export { isOpenReason, type Refusal, type RefusalReason } from './refusal.ts'
export type { DecoderRules, ReadRule, Rule } from './rule.ts'
export {
  buildRuleBook,
  canPack,
  openRuleBook,
  type RuleBook,
  type RuleGroup,
  rulesFor,
  rulesOfDecoder,
} from './rule-book.ts'
export { candidatesOf, type RuleCandidate, type RuleCandidateOptions } from './rule-candidate.ts'
export type { CompiledRule } from './rule-compile.ts'
export { RuleError, type RuleLocation } from './rule-error.ts'
export {
  type PackedEntry,
  type PackOutcome,
  packArguments,
  type UnverifiedCheck,
} from './rule-pack.ts'
export {
  type DecoderRead,
  type DecoderReadValue,
  type DecoderReadValues,
  InvalidReadError,
} from './rule-read.ts'
export { selectorOf } from './selector.ts'
export type { CallCheck } from './verify-call.ts'
export {
  type CalldataVerdict,
  type CallVerdict,
  type VerifyOptions,
  verifyCalldata,
} from './verify-calldata.ts'
