export { decodeBinary, isBinary } from './binary/binary-decode.ts'
export { encodeBinary } from './binary/binary-encode.ts'
export { DamagedBinaryError } from './binary/byte-reader.ts'
export { type PackedTree, packTree, unpackSteps, unpackTree } from './binary/packed-tree.ts'
export { type Detection, detectFormat, type FormatKind } from './detect.ts'
export {
  InvalidDumpError,
  type OpenZeppelinTree,
  parseOpenZeppelin,
  printOpenZeppelin,
} from './open-zeppelin.ts'
export { ForeignFormatError, parseTreeFile, parseTreeSteps } from './parse.ts'
export { printRust, writeRust } from './rust/rust-print.ts'
export { printSolidity, type SolidityOptions, writeSolidity } from './solidity/solidity-print.ts'
export { parseSolidityRoot, type StatedRoot } from './solidity/solidity-tree.ts'
export {
  assertDistinctKeys,
  DuplicateKeyError,
  EmptyFileError,
  FileSchemaError,
  FileTooLargeError,
  JsonSyntaxError,
  maxTextBytes,
  NotUtf8Error,
} from './text/json-text.ts'
export type { ProgressReport } from './text/progress.ts'
export { differencesOf, type TextDifference } from './text-difference.ts'
export { InvalidDeviationError } from './tree/deviation.ts'
export type { Family } from './tree/family.ts'
export { isLayout, type Layout, layouts } from './tree/layout.ts'
export {
  type Accounts,
  assertSound,
  type Deviation,
  fileOf,
  freshForm,
  type Metadata,
  type PaddingText,
  type TreeFile,
  type TreeFileForm,
  UnsoundTreeError,
  usedCountOf,
} from './tree/tree-file.ts'
